// Time limit of an operation, on a real database that a lock holds up.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { aUser, anItem } from '../../testing/builders.ts';
import { startTimeLimit } from '../../shared/requestTimeLimit.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

const timeMs = 250;

let app: TestApp;
let person: Caller;
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp({ timeMs });
  person = await app.signedIn();
  admin = await app.signedIn({ isAdmin: true });
  const { id } = await anItem(app.database.db);
  const { id: reporter } = await aUser(app.database.db);
  await app.database
    .db('complaints')
    .insert({ item_id: id, user_id: reporter, complaint_type: 'other', status: 'new' });
});
afterAll(() => app.close());

/** Holds a table so that nobody can read it, while the work is done and until it says so. */
async function held<Result>(
  table: string,
  work: (release: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const lock: Knex.Transaction = await app.database.db.transaction();
  const release = async () => {
    if (!lock.isCompleted()) await lock.commit();
  };
  try {
    await lock.raw('lock table ?? in access exclusive mode', [table]);
    return await work(release);
  } finally {
    await release();
  }
}

const tooSlow = { code: 'UNAVAILABLE', reason: 'tooSlow', retryAfter: 2 };

test('a query that takes longer is ended with 503 tooSlow at both transports', async () => {
  await held('complaints', async () => {
    const graphql = await admin.graphql('{ complaints { id } }');
    expect(graphql.status).toBe(503);
    expect(graphql.headers.get('retry-after')).toBe('2');
    expect(graphql.body.errors).toMatchObject([{ extensions: tooSlow }]);
    const rest = await admin.call('GET', '/api/v1/complaints', undefined, {
      'Accept-Language': 'ru',
    });
    expect(rest).toMatchObject({
      status: 503,
      body: { success: false, ...tooSlow, error: expect.stringMatching(/не успел/) as string },
    });
  });
  expect((await admin.graphql('{ complaints { id } }')).status).toBe(200);
});

test('a feed that takes longer is ended with 503, which a reader asks again after', async () => {
  const { body } = await person.graphql<{ made: { address: string } }>(
    'mutation { made: renewFeedAddress { address } }',
  );
  const address = `${app.url}${new URL(body.data.made.address).pathname}/new.atom`;
  while ((await fetch(address)).status !== 200) await pause(50);
  await held('items', async () => {
    const answer = await fetch(address, { headers: { 'Accept-Language': 'en' } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    // The statement itself may take longer.
    expect(await answer.text()).toContain('took longer than 0.25 seconds');
  });
});

// Which runs before: a document that comes often is compiled.
test.each([
  ['runs for the first time', 0],
  ['is compiled', 30],
])('no statement is begun for a query that was ended, when it %s', async (name, runs) => {
  const query = `query { complaints { id reporter { name } knowledgeItem { id } handledBy { id } } } # ${name}`;
  for (let run = 0; run < runs; run += 1) await admin.graphql(query);
  await held('complaints', async (release) => {
    expect((await admin.graphql(query)).body.errors).toMatchObject([{ extensions: tooSlow }]);
    const before = app.statements.length;
    await release();
    await pause(100);
    expect(app.statements.slice(before).filter((sql) => !/commit/i.test(sql))).toEqual([]);
  });
});

test('work that goes on behind a given-up answer gets no connection', async () => {
  const { db } = app.database;
  const before = app.statements.length;
  let ended: unknown = null;
  const work = async () => {
    try {
      await db.raw('select pg_sleep(0.2)');
      await db.raw('select 1 as late');
    } catch (error) {
      ended = error;
    }
  };
  const going = { done: Promise.resolve() };
  const timeLimit = startTimeLimit(50);
  const asked = Promise.resolve(timeLimit.bound(() => (going.done = work())));
  await expect(asked).rejects.toMatchObject({ reason: 'tooSlow' });
  await going.done;
  expect(ended).toMatchObject({ reason: 'tooSlow' });
  expect(app.statements.slice(before)).toEqual(['select pg_sleep(0.2)']);
});

test('what is loaded below is ended too, and what was read is answered', async () => {
  const query = '{ complaints { id knowledgeItem { id } } }';
  const { status, body } = await held('items', () => admin.graphql(query));
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ complaints: [{ knowledgeItem: null }] });
  expect(body.errors).toMatchObject([{ extensions: tooSlow }]);
});

test('a mutation that has begun is not cut, and the next one is not begun', async () => {
  const { id } = await anItem(app.database.db);
  const query = `mutation { first: likeKnowledge(id: "${id}") { isLiked } second: unlikeKnowledge(id: "${id}") { isLiked } }`;
  const { body } = await held('item_likes', async (release) => {
    const asked = person.graphql(query);
    await pause(timeMs * 2);
    await release();
    return asked;
  });
  expect(body.errors).toMatchObject([{ path: ['second'], extensions: tooSlow }]);
  const likes = await app.database.db('item_likes').where({ item_id: id });
  expect(likes).toHaveLength(1);
});
