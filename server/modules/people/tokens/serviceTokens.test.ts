// Service tokens: rights, visibility and end.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../config/limits.ts';
import { aMember, anItem } from '../../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';

let app: TestApp;
let admin: Caller & { userId: number };
let now = new Date();

beforeAll(async () => {
  app = await startTestApp({ clock: () => now, rates: null });
});
beforeEach(async () => {
  now = new Date();
  admin = await app.signedIn({ isAdmin: true });
});
afterAll(() => app.close());

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

test('it is a member of its company under its own name, listed as a service with its maker and last use', async () => {
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

test('it reads, reports and proposes, named as the tool; what people do is refused to it', async () => {
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
    // A mistyped act would be refused as well: only this refusal counts.
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

test('one that may only read changes nothing; none may act as an admin', async () => {
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
  const [proposal] = await app.database.db('proposed_services').where({ user_id: id }).select('id');
  await admin.graphql(`mutation { declineProposal(id: "${proposal.id}", reason: "No") { id } }`);
  await app.services.notifications.make(new AbortController().signal);
  expect(await app.database.db('notifications').where({ user_id: id })).toEqual([]);
});

test('the database keeps what could let it in as a person away from it', async () => {
  const id = await toolOf((await create()).token);
  for (const way of [
    { email: 'robot@gdev.inc' },
    { telegram_id: 77 },
    { is_admin: true },
    { is_demo: true },
  ])
    await expect(users().where({ id }).update(way)).rejects.toThrow('users_tool_ck');
});

describe('it ends', () => {
  const works = async (token: string) => (await ask(token, '{ me { id } }')).status === 200;

  test('when an admin ends it, and on its day', async () => {
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

  test('with the account, the rights or the confirmation of its maker', async () => {
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

test('no more work than are allowed, and they do not count as the admin’s own', async () => {
  const { apiToken } = await create();
  const { db } = app.database;
  const [row] = await db('api_tokens').where({ id: apiToken.id }).select();
  const working = await db('api_tokens').whereNotNull('made_by').whereNull('revoked_at');
  const { id: _id, ...copied } = row;
  await db('api_tokens').insert(
    Array.from({ length: limits.apiToken.services - working.length }, (_, at) => ({
      ...copied,
      token_hash: Buffer.from(`service ${at}`),
    })),
  );
  const { status, body } = await createWith(admin);
  expect([status, JSON.stringify(body)]).toEqual([
    409,
    expect.stringContaining('tooManyServiceTokens'),
  ]);
  const own = await admin.graphql('mutation { createApiToken(name: "x", scope: read) { token } }');
  expect(own.status).toBe(200);
});

test('no more work than are allowed, however many are made at once', async () => {
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
  // Whoever has counted waits here for the others.
  const held = await db.transaction();
  await held.raw('lock table api_tokens in share mode');
  const asked = Promise.all([1, 2, 3, 4].map(() => createWith(admin)));
  while ((await waiting()) < 4) await pause(10);
  await held.commit();
  const answers = await asked;
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const working = await db('api_tokens').whereNotNull('made_by').whereNull('revoked_at');
  expect(working).toHaveLength(limits.apiToken.services);
});
