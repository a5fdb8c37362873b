// API tokens: creation, scopes, revocation, audit log.
import { limits } from '../../../config/limits.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { anItem } from '../../../testing/builders.ts';

let app: TestApp;
let now = new Date();

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});

afterEach(() => {
  now = new Date();
});

afterAll(() => app.close());

interface Token {
  id: string;
  name: string;
  prefix: string;
  scope: string;
  createdBy: { id: string } | null;
  expiresAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

const fields = 'id name prefix scope createdBy { id } expiresAt lastUsedAt revokedAt';

const create = async (admin: Caller, scope: string, expiresInDays = 90) => {
  const { body } = await admin.graphql<{ createApiToken: { apiToken: Token; token: string } }>(
    `mutation ($scope: TokenScope!, $expiresInDays: Int!) {
      createApiToken(name: "  Build server ", scope: $scope, expiresInDays: $expiresInDays) { token apiToken { ${fields} } }
    }`,
    { scope, expiresInDays },
  );
  return body.data.createApiToken;
};

const list = async (admin: Caller) =>
  (await admin.graphql<{ apiTokens: Token[] }>(`{ apiTokens { ${fields} } }`)).body.data.apiTokens;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const asTool = (token: string, method: string, path: string, body?: unknown) =>
  app.visitor().call(method, path, body, bearer(token));

test('an admin makes a token, which is shown once, stored hashed and listed by its beginning', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const { token, apiToken } = await create(admin, 'read', 30);
  expect(token).toMatch(/^lo_[\w-]{43}$/);
  expect(apiToken).toMatchObject({
    name: 'Build server',
    prefix: token.slice(0, 9),
    scope: 'read',
    createdBy: { id: String(admin.userId) },
    lastUsedAt: null,
    revokedAt: null,
  });
  expect(Date.parse(apiToken.expiresAt) - now.getTime()).toBeGreaterThan(29.9 * 86_400_000);
  const [row] = await app.database.db('api_tokens').where({ id: apiToken.id }).select();
  expect(JSON.stringify(row)).not.toContain(token.slice(9));
  expect((await list(admin))[0]).toMatchObject({ id: apiToken.id });
});

const own = async (caller: Caller) =>
  (await caller.graphql<{ myApiTokens: Token[] }>(`{ myApiTokens { ${fields} } }`)).body.data
    .myApiTokens;
const revoke = (caller: Caller, id: string) =>
  caller.graphql(`mutation { revokeApiToken(id: "${id}") { id } }`);

test('tokens are made, listed and ended in a browser only, by no token', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const make = 'mutation { createApiToken(name: "x", scope: read) { token } }';
  expect((await app.visitor().graphql(make)).status).toBe(401);
  const { token, apiToken } = await create(admin, 'admin');
  const ask = (query: string) => asTool(token, 'POST', '/graphql', { query });
  expect((await ask(make)).status).toBe(403);
  expect((await ask('{ myApiTokens { id } }')).status).toBe(403);
  expect((await ask(`mutation { revokeApiToken(id: "${apiToken.id}") { id } }`)).status).toBe(403);
  expect((await ask('{ apiTokens { id } }')).status).toBe(200);
});

test('everybody has tokens of their own, and sees and ends no others; an admin sees and ends all', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const user = await app.signedIn();
  const { apiToken: read } = await create(user, 'read');
  const { token, apiToken: write } = await create(user, 'write');
  const { apiToken: foreign } = await create(admin, 'read');
  expect((await own(user)).map(({ id }) => id)).toEqual([write.id, read.id]);
  expect((await own(admin)).map(({ id }) => id)).toEqual([foreign.id]);
  expect((await user.graphql('{ apiTokens { id } }')).status).toBe(403);
  const listed = (await list(admin)).map(({ id }) => id);
  expect(listed).toEqual(expect.arrayContaining([read.id, write.id, foreign.id]));

  // It acts for its maker, who is no admin.
  const item = await anItem(app.database.db);
  expect((await asTool(token, 'POST', `/api/v1/knowledge/${item.id}/like`)).status).toBe(200);
  expect(await app.database.db('item_likes').where({ item_id: item.id }).pluck('user_id')).toEqual([
    user.userId,
  ]);
  expect((await asTool(token, 'GET', '/api/v1/knowledge/sync/status')).status).toBe(403);

  expect((await revoke(user, foreign.id)).status).toBe(404);
  expect((await revoke(user, read.id)).status).toBe(200);
  expect((await revoke(admin, write.id)).status).toBe(200);
  expect((await asTool(token, 'GET', '/api/v1/auth/me')).status).toBe(401);
});

test('only an admin has a token that acts as one', async () => {
  const user = await app.signedIn();
  const { status, body } = await user.graphql(
    'mutation { createApiToken(name: "x", scope: admin) { token } }',
  );
  expect(status).toBe(403);
  expect(JSON.stringify(body)).toContain('adminOnly');
});

test('ten tokens of a person work at a time, also when they are made at once; one that has ended makes room', async () => {
  const user = await app.signedIn();
  const make = () =>
    user.graphql<{ createApiToken: { apiToken: Token } | null }>(
      'mutation { createApiToken(name: "x", scope: read) { apiToken { id } } }',
    );
  for (let made = 0; made < limits.apiToken.perPerson - 2; made += 1) await create(user, 'read');
  const rush = await Promise.all([make(), make(), make(), make()]);
  expect(rush.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  expect(JSON.stringify(rush.find(({ status }) => status === 409)?.body)).toContain(
    'tooManyTokens',
  );
  expect(await own(user)).toHaveLength(limits.apiToken.perPerson);
  await revoke(user, (await own(user))[0]!.id);
  expect((await make()).status).toBe(200);
});

test('a scope lets through what it names and no more', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const item = await anItem(app.database.db);
  const [read, write, all] = [
    await create(admin, 'read'),
    await create(admin, 'write'),
    await create(admin, 'admin'),
  ];
  const like = `/api/v1/knowledge/${item.id}/like`;
  const search = '/api/v1/knowledge/search';
  const statuses = async (token: string) => [
    (await asTool(token, 'GET', search)).status,
    (await asTool(token, 'POST', like)).status,
    (await asTool(token, 'GET', '/api/v1/knowledge/sync/status')).status,
  ];
  expect(await statuses(read.token)).toEqual([200, 403, 403]);
  expect(await statuses(write.token)).toEqual([200, 200, 403]);
  expect(await statuses(all.token)).toEqual([200, 200, 200]);
});

test('an unknown, expired or revoked token is a visitor, even with a cookie', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const { token, apiToken } = await create(admin, 'read', 1);
  expect((await asTool(token, 'GET', '/api/v1/auth/me')).status).toBe(200);
  expect((await asTool(`${token}x`, 'GET', '/api/v1/auth/me')).status).toBe(401);
  expect((await admin.call('GET', '/api/v1/auth/me', undefined, bearer('lo_unknown'))).status).toBe(
    401,
  );

  now = new Date(Date.now() + 86_400_000 + 1_000);
  expect((await asTool(token, 'GET', '/api/v1/auth/me')).status).toBe(401);
  now = new Date();
  expect((await asTool(token, 'GET', '/api/v1/auth/me')).status).toBe(200);

  const end = () =>
    admin.graphql<{ revokeApiToken: Token }>(
      `mutation { revokeApiToken(id: "${apiToken.id}") { ${fields} } }`,
    );
  const first = (await end()).body.data.revokeApiToken;
  expect(first.revokedAt).not.toBeNull();
  expect((await asTool(token, 'GET', '/api/v1/auth/me')).status).toBe(401);
  expect((await end()).body.data.revokeApiToken.revokedAt).toBe(first.revokedAt);
});

test('a token with the scope admin has no more rights than its maker', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const { token } = await create(admin, 'admin');
  await app.database.db('users').where({ id: admin.userId }).update({ is_admin: false });
  expect((await asTool(token, 'GET', '/api/v1/knowledge/sync/status')).status).toBe(403);
});

test('its last use is shown', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const { token, apiToken } = await create(admin, 'read');
  await asTool(token, 'GET', '/api/v1/auth/me');
  expect((await list(admin)).find((one) => one.id === apiToken.id)?.lastUsedAt).not.toBeNull();
});

test('making and ending a token is recorded, without the token', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const { token, apiToken } = await create(admin, 'write');
  await admin.graphql(`mutation { revokeApiToken(id: "${apiToken.id}") { id } }`);
  const rows = await app.database
    .db('activity')
    .where({ subject_type: 'apiToken', subject_id: apiToken.id })
    .orderBy('id');
  expect(
    rows.map((row: { action: string; actor_id: number }) => [row.action, row.actor_id]),
  ).toEqual([
    ['apiToken.created', admin.userId],
    ['apiToken.revoked', admin.userId],
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test.each([
  ['no name', { name: '  ', scope: 'read', expiresInDays: 1 }],
  ['a name of 101 characters', { name: 'x'.repeat(101), scope: 'read', expiresInDays: 1 }],
  ['no day', { name: 'x', scope: 'read', expiresInDays: 0 }],
  ['366 days', { name: 'x', scope: 'read', expiresInDays: 366 }],
  ['another scope', { name: 'x', scope: 'root', expiresInDays: 1 }],
])('%s is bad input', async (_what, variables) => {
  const admin = await app.signedIn({ isAdmin: true });
  const { status } = await admin.graphql(
    'mutation ($name: String!, $scope: TokenScope!, $expiresInDays: Int!) { createApiToken(name: $name, scope: $scope, expiresInDays: $expiresInDays) { token } }',
    variables,
  );
  expect(status).toBe(400);
});

test('a name is one line, so that it makes none in a list', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const { body } = await admin.graphql(
    'mutation ($name: String!) { createApiToken(name: $name, scope: read, expiresInDays: 1) { apiToken { name } } }',
    { name: ' Desk\r\n2  Other\ttool ' },
  );
  expect(body).toMatchObject({
    data: { createApiToken: { apiToken: { name: 'Desk 2 Other tool' } } },
  });
});

test('a token that is not there cannot be ended', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  for (const id of ['999999', '0', 'x']) {
    expect((await admin.graphql(`mutation { revokeApiToken(id: "${id}") { id } }`)).status).toBe(
      404,
    );
  }
});

test('tokens that work come first and are all listed, however many have ended since they were made', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const { apiToken: oldest } = await create(admin, 'read');
  const ended = Array.from({ length: 2 * limits.lists.apiTokens }, (_, at) => ({
    name: 'Ended',
    prefix: 'lo_ended',
    token_hash: Buffer.from(`ended ${at}`.padEnd(32)),
    scope: 'read',
    created_by: admin.userId,
    created_at: now,
    expires_at: new Date(now.getTime() + (at % 2 === 0 ? -1 : 1) * 86_400_000),
    revoked_at: at % 2 === 0 ? null : now,
  }));
  await app.database.db('api_tokens').insert(ended);
  const listed = await list(admin);
  const live = listed.filter((one) => one.name !== 'Ended');
  expect(listed.slice(0, live.length)).toEqual(live);
  expect(live.map((one) => one.id)).toContain(oldest.id);
  expect(listed).toHaveLength(limits.lists.apiTokens);

  const many = ended.slice(0, limits.lists.apiTokens + 1).map((one, at) => ({
    ...one,
    name: 'Live',
    token_hash: Buffer.from(`live ${at}`.padEnd(32)),
    expires_at: new Date(now.getTime() + 86_400_000),
    revoked_at: null,
  }));
  await app.database.db('api_tokens').insert(many);
  expect((await list(admin)).map((one) => one.id)).toContain(oldest.id);
});

describe('acts through a token', () => {
  /** What the record says was done by somebody through tokens, the last first. */
  const actsOf = async (person: { userId: number }) => {
    const rows: { subject_id: string; after: object }[] = await app.database
      .db('activity')
      .where({ actor_id: person.userId, action: 'apiToken.acted' })
      .orderBy('id', 'desc');
    return rows.map(({ subject_id, after }) => [subject_id, after]);
  };

  test('is recorded as the person’s act with the token’s name; what is refused, read or done in the page is not', async () => {
    const admin = await app.signedIn({ isAdmin: true });
    const { token, apiToken } = await create(admin, 'write');
    const item = await anItem(app.database.db);
    const hidden = await anItem(app.database.db, { adminVisibility: 'hidden' });
    const path = `/api/v1/knowledge/${item.id}/like`;
    expect((await asTool(token, 'POST', path)).status).toBe(200);
    expect((await asTool(token, 'GET', '/api/v1/knowledge/search')).status).toBe(200);
    expect((await asTool(token, 'POST', `/api/v1/knowledge/${hidden.id}/like`)).status).toBe(404);
    expect((await admin.call('POST', path)).status).toBe(200);
    expect(await actsOf(admin)).toEqual([
      [apiToken.id, { name: 'Build server', did: 'likeKnowledge', id: String(item.id) }],
    ]);
  });

  test('bears the id of what it was done to; what was only tried, and what is open to visitors, is not recorded', async () => {
    const admin = await app.signedIn({ isAdmin: true });
    const { token, apiToken } = await create(admin, 'admin');
    const ask = async (mutation: string) =>
      (await asTool(token, 'POST', '/graphql', { query: `mutation { ${mutation} }` })).status;
    const item = await anItem(app.database.db);
    const table = (isDryRun: boolean) =>
      ask(
        `importDataRules(company: "nexters", table: "id,player_data\\n${item.id},no", isDryRun: ${isDryRun}) { changeId }`,
      );
    expect([await table(true), await ask('signOut { success }'), await table(false)]).toEqual([
      200, 200, 200,
    ]);
    const { id: changeId }: { id: number } = await app.database.db('data_rule_changes').first('id');
    expect(await ask(`undoDataRules(changeId: "${changeId}") { changeId }`)).toBe(200);
    const act = (did: string, id: string) => [apiToken.id, { name: 'Build server', did, id }];
    expect(await actsOf(admin)).toEqual([
      act('undoDataRules', String(changeId)),
      act('importDataRules', 'nexters'),
    ]);
  });

  /** Nothing that is done through a token can be recorded while this works. */
  const whileRecordRefuses = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { db } = app.database;
    await db.raw(`
      create function refuse_acts() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$;
      create trigger refuse_acts before insert on activity for each row
      when (new.action = 'apiToken.acted') execute function refuse_acts()`);
    try {
      return await work();
    } finally {
      await db.raw('drop function refuse_acts() cascade');
    }
  };

  test('is not done when it cannot be recorded', async () => {
    const person = await app.signedIn({ isAdmin: true });
    const { token } = await create(person, 'write');
    const item = await anItem(app.database.db);
    const answer = await whileRecordRefuses(() =>
      asTool(token, 'POST', `/api/v1/knowledge/${item.id}/like`),
    );
    expect(answer.status).toBe(500);
    const likes = app.database.db('item_likes').where({ item_id: item.id });
    expect(await likes).toEqual([]);
    expect(await actsOf(person)).toEqual([]);
  });

  test('stays in the record when it fails unexpectedly, as it may have been done in part', async () => {
    const person = await app.signedIn({ isAdmin: true });
    const { token, apiToken } = await create(person, 'write');
    const item = await anItem(app.database.db);
    const { db } = app.database;
    await db.raw(`
      create function refuse_likes() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$;
      create trigger refuse_likes before insert on item_likes for each row execute function refuse_likes()`);
    try {
      const answer = await asTool(token, 'POST', `/api/v1/knowledge/${item.id}/like`);
      expect(answer.status).toBe(500);
    } finally {
      await db.raw('drop function refuse_likes() cascade');
    }
    expect(await actsOf(person)).toEqual([
      [apiToken.id, { name: 'Build server', did: 'likeKnowledge', id: String(item.id) }],
    ]);
  });
});
