// API tokens of people and services: creation, scopes, visibility, expiry, audit log.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../config/limits.ts';
import { aMember, anItem } from '../../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';

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

test('creates a token, shows it once, stores its hash and lists its prefix', async () => {
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

test('shows and revokes own tokens only; admins see and revoke all', async () => {
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

  // It acts for its creator, who is no admin.
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

test('gives admin tokens to admins only', async () => {
  const user = await app.signedIn();
  const { status, body } = await user.graphql(
    'mutation { createApiToken(name: "x", scope: admin) { token } }',
  );
  expect(status).toBe(403);
  expect(JSON.stringify(body)).toContain('adminOnly');
});

test('allows ten active tokens per person, even concurrently; ended ones do not count', async () => {
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

test('treats an unknown, expired or revoked token as a visitor, even with a cookie', async () => {
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

test('records creation and revocation without the token', async () => {
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

test('lists all active tokens first, however many have ended', async () => {
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

describe('actions with a token', () => {
  /** Recorded actions of a person with tokens, newest first. */
  const actsOf = async (person: { userId: number }) => {
    const rows: { subject_id: string; after: object }[] = await app.database
      .db('activity')
      .where({ actor_id: person.userId, action: 'apiToken.acted' })
      .orderBy('id', 'desc');
    return rows.map(({ subject_id, after }) => [subject_id, after]);
  };

  test('are recorded with person and token name, except refusals, reads and actions on the page', async () => {
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

  /** Makes the recording of token actions fail during the work. */
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

  test('are rolled back when they cannot be recorded', async () => {
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
});

// Service tokens: rights, visibility and end.
describe('a service token', () => {
  let admin: Caller & { userId: number };
  beforeEach(async () => {
    admin = await app.signedIn({ isAdmin: true });
  });

  interface Made {
    token: string;
    apiToken: { id: string; isService: boolean; createdBy: { id: string } | null };
  }

  const createWith = (by: Caller, given: object = {}) =>
    by.graphql<{ createServiceToken: Made | null }>(
      `mutation ($name: String!, $company: ID!, $scope: TokenScope!, $days: Int!) {
      createServiceToken(name: $name, company: $company, scope: $scope, expiresInDays: $days) {
        token apiToken { id name scope isService createdBy { id } lastUsedAt }
      }
    }`,
      { name: 'Desk robot', company: 'nexters', scope: 'write', days: 30, ...given },
    );
  const create = async (given: object = {}, by: Caller = admin): Promise<Made> => {
    const { body } = await createWith(by, given);
    if (!body.data.createServiceToken) throw new Error(JSON.stringify(body));
    return body.data.createServiceToken;
  };
  const ask = <Data>(token: string, query: string) =>
    app
      .visitor()
      .call('POST', '/graphql', { query }, { Authorization: `Bearer ${token}` }) as Promise<{
      status: number;
      body: { data: Data };
    }>;
  const users = () => app.database.db('users');
  const toolOf = async (token: string): Promise<number> =>
    Number((await ask<{ me: { id: string } }>(token, '{ me { id } }')).body.data.me.id);

  test('is a member of its company under its own name, listed with creator and last use', async () => {
    const { token, apiToken } = await create();
    expect(apiToken).toMatchObject({
      name: 'Desk robot',
      isService: true,
      createdBy: { id: String(admin.userId) },
    });
    const { body } = await ask(token, '{ me { id name isAdmin company { key } } }');
    expect(body.data).toMatchObject({
      me: { name: 'Desk robot', isAdmin: false, company: { key: 'nexters' } },
    });
    const list = await admin.graphql<{ apiTokens: { id: string; lastUsedAt: string | null }[] }>(
      '{ apiTokens { id isService lastUsedAt createdBy { id } } }',
    );
    expect(list.body.data.apiTokens.find(({ id }) => id === apiToken.id)).toMatchObject({
      isService: true,
      createdBy: { id: String(admin.userId) },
      lastUsedAt: now.toISOString(),
    });
    const own = await admin.graphql('{ myApiTokens { id } }');
    expect(JSON.stringify(own.body)).not.toContain(`"${apiToken.id}"`);
    const record = await app.database.db('activity').where({
      action: 'apiToken.serviceCreated',
      subject_id: apiToken.id,
    });
    expect(record).toMatchObject([{ actor_id: admin.userId }]);
  });

  test('reads, reports and proposes under its name, and is refused personal actions', async () => {
    const { token } = await create();
    const item = await anItem(app.database.db);
    const other = await aMember(app.database.db);
    const useCase = await app.database
      .db('use_cases')
      .insert(
        { item_id: item.id, user_id: other.user.id, description_en: 'x', original_language: 'en' },
        'id',
      );
    expect((await ask(token, '{ searchKnowledge { total } }')).status).toBe(200);
    for (const act of [
      `likeKnowledge(id: "${item.id}") { isLiked }`,
      `toggleUseCaseLike(id: "${useCase[0]!.id}") { isLiked }`,
      `createUseCase(itemId: "${item.id}", descriptionEn: "We draw with it") { id }`,
      `requestAccess(input: { service: "Tool", subscriptionType: pro, features: "All", needsTesting: false }) { id }`,
      `addSearchAlert(search: "robots", language: en) { id }`,
    ]) {
      const { body } = await ask(token, `mutation { ${act} }`);
      const text = JSON.stringify(body);
      // A mistyped tool would be refused too: only this refusal counts.
      expect(text).toContain('peopleOnly');
    }
    expect(JSON.stringify((await ask(token, '{ myProposals { id } }')).body)).toContain(
      'sessionOnly',
    );
    const reported = await ask(
      token,
      `mutation { reportItem(input: { knowledgeItemId: "${item.id}", complaintType: spam }) { id } }`,
    );
    expect(reported.status).toBe(200);
    const told = await admin.graphql(`{ complaints { knowledgeItemId reporter { id name } } }`);
    expect(JSON.stringify(told.body)).toContain('"name":"Desk robot"');
  });

  test('changes nothing with the reading scope, and never acts as admin', async () => {
    const { token } = await create({ scope: 'read' });
    const { body } = await ask(
      token,
      'mutation { proposeService(address: "a.example") { existingItem { id } } }',
    );
    expect(JSON.stringify(body)).toContain('tokenScope');
    expect((await createWith(admin, { scope: 'admin' })).status).toBe(400);
    expect((await createWith(admin, { days: 366 })).status).toBe(400);
    expect((await createWith(admin, { company: 'nobody' })).status).toBe(404);
    expect((await createWith(await app.signedIn())).status).toBe(403);
    const write = await create();
    expect((await ask(write.token, '{ apiTokens { id } }')).status).toBe(403);
  });

  test('appears in no list, count or notification', async () => {
    const countOf = async () => {
      const { body } = await admin.graphql<{ companies: { key: string; people: number }[] }>(
        '{ companyRecords { key people } }'.replace('companyRecords', 'companies'),
      );
      return JSON.stringify(body);
    };
    const before = await countOf();
    const { token } = await create({ name: 'Nowhere robot' });
    const id = await toolOf(token);
    expect(await countOf()).toBe(before);
    const { body } = await admin.graphql(
      '{ accounts(search: "Nowhere robot") { total accounts { id } } }',
    );
    expect(body.data).toEqual({ accounts: { total: 0, accounts: [] } });
    const closed = await admin.graphql(
      `mutation { disableAccount(id: "${id}", reason: "x") { id } }`,
    );
    expect(closed.status).toBe(404);
    const chosen = await admin.graphql(
      `mutation { setAccessApprovers(company: "nexters", people: ["${id}"]) { company { key } } }`,
    );
    expect(chosen.status).not.toBe(200);
    const address = 'https://proposed-by-robot.example.com/';
    const made = await ask(
      token,
      `mutation { proposeService(address: "${address}") { proposal { id } } }`,
    );
    expect(made).toMatchObject({ status: 200 });
    const [proposal] = await app.database
      .db('proposed_services')
      .where({ user_id: id })
      .select('id');
    await admin.graphql(`mutation { declineProposal(id: "${proposal.id}", reason: "No") { id } }`);
    await app.services.notifications.processEvents(new AbortController().signal);
    expect(await app.database.db('notifications').where({ user_id: id })).toEqual([]);
  });

  describe('expiry of a service token', () => {
    const works = async (token: string) => (await ask(token, '{ me { id } }')).status === 200;

    test('happens by an admin and on its date', async () => {
      const { token, apiToken } = await create({ days: 2 });
      const lasting = await create();
      expect([await works(token), await works(lasting.token)]).toEqual([true, true]);
      now = new Date(now.getTime() + 3 * 86_400_000);
      expect([await works(token), await works(lasting.token)]).toEqual([false, true]);
      const other = await app.signedIn({ isAdmin: true });
      await other.graphql(`mutation { revokeApiToken(id: "${lasting.apiToken.id}") { id } }`);
      expect(await works(lasting.token)).toBe(false);
      const stranger = await app.signedIn();
      const refused = await stranger.graphql(
        `mutation { revokeApiToken(id: "${apiToken.id}") { id } }`,
      );
      expect(refused.status).toBe(404);
    });

    test('happens with the account, the rights or the confirmation of its creator', async () => {
      const { token } = await create();
      await users().where({ id: admin.userId }).update({ is_admin: false });
      expect(await works(token)).toBe(false);
      await users().where({ id: admin.userId }).update({ is_admin: true });
      expect(await works(token)).toBe(true);
      const { email, is_demo } = await users().where({ id: admin.userId }).first();
      await users()
        .where({ id: admin.userId })
        .update({ email: 'gone@elsewhere.example', is_demo: false });
      await app.database.db('identities').where({ user_id: admin.userId }).delete();
      expect(await works(token)).toBe(false);
      await users().where({ id: admin.userId }).update({ email, is_demo });
      const other = await app.signedIn({ isAdmin: true });
      await other.graphql(
        `mutation { disableAccount(id: "${admin.userId}", reason: "Left") { id } }`,
      );
      await other.graphql(`mutation { enableAccount(id: "${admin.userId}") { id } }`);
      expect(await works(token)).toBe(false);
    });
  });

  test('keeps the number of active ones within the limit, apart from the admin’s own', async () => {
    const { db } = app.database;
    await db('api_tokens').whereNotNull('made_by').delete();
    const { apiToken } = await create();
    const { id: _id, ...row } = await db('api_tokens').where({ id: apiToken.id }).first();
    await db('api_tokens').insert(
      Array.from({ length: limits.apiToken.services - 2 }, (_none, at) => ({
        ...row,
        token_hash: Buffer.from(`at once ${at}`),
      })),
    );
    const waiting = async (): Promise<number> => {
      const { rowCount } = await db.raw<{ rowCount: number }>(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount;
    };
    // Transactions that have counted wait here for the others.
    const held = await db.transaction();
    await held.raw('lock table api_tokens in share mode');
    const asked = Promise.all([1, 2, 3, 4].map(() => createWith(admin)));
    while ((await waiting()) < 4) await pause(10);
    await held.commit();
    const answers = await asked;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 409);
    expect(JSON.stringify(refused?.body)).toContain('tooManyServiceTokens');
    const own = 'mutation { createApiToken(name: "x", scope: read) { token } }';
    expect((await admin.graphql(own)).status).toBe(200);
    const working = await db('api_tokens').whereNotNull('made_by').whereNull('revoked_at');
    expect(working).toHaveLength(limits.apiToken.services);
  });
});
