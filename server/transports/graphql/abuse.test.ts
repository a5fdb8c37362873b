// Expensive documents are refused fast and with a short answer (G1); an operation has a time limit (G5).
import type { Knex } from 'knex';
import { setTimeout as pause } from 'node:timers/promises';
import { startTimeLimit } from '../../shared/requestTimeLimit.ts';
import { aUseCase, aUser, anItem } from '../../testing/builders.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
let person: Caller;

beforeAll(async () => {
  app = await startTestApp();
  person = await app.signedIn();
});
afterAll(() => app.close());

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

const aliases = (count: number): string =>
  `{ ${times(count, (index) => `a${index}: __typename`)} }`;
/** `levels` nested selection sets. */
const nested = (levels: number): string => {
  const chain = ['searchKnowledge', 'items', 'experts', 'useCases', 'knowledgeItem', 'experts'];
  const names = [...chain, 'useCases', 'author'].slice(0, levels - 1);
  return `{ ${names.map((name, index) => `${name}${index === 0 ? '(perPage: 1)' : name === 'experts' ? '(first: 1)' : ''} {`).join(' ')} __typename ${'}'.repeat(names.length)} }`;
};
/** A document with an even number of tokens. */
const tokens = (count: number): string => `{ health { id ${'@a '.repeat((count - 6) / 2)}} }`;
const bytes = (count: number): string => '{ __typename }'.padEnd(count, ' ');
const repeated = (count: number): string => `{ health { ${'status '.repeat(count)} } }`;
/** `count` fragments, each of which spreads the next one twice. */
const doubling = (count: number, leaf: string, type = 'Query'): string =>
  times(count, (index) => {
    const next = `...F${index + 1}`;
    return `fragment F${index} on ${type} { ${index === count - 1 ? leaf : `${next} ${next}`} }`;
  });
const fragments = (count: number): string =>
  `{ health { ${times(count, (index) => `...F${index}`)} } } ${times(count, (index) => `fragment F${index} on Health { a${index}: status }`)}`;

test('accepts documents within the limits', async () => {
  for (const query of [
    aliases(15),
    nested(8),
    bytes(10_000),
    repeated(12),
    fragments(30),
    // 1,024 selections from ten fragments.
    `{ health { ...F0 } } ${doubling(10, 'status', 'Health')}`,
  ]) {
    const { status, body } = await person.graphql(query);
    expect({ query, status, errors: body.errors ?? [] }).toEqual({
      query,
      status: 200,
      errors: [],
    });
  }
  const { body } = await person.graphql(tokens(1_000));
  expect(body.errors?.[0]?.message).not.toMatch(/more tha. 1000 tokens/);
});

/** Name, document and expected reason of the refusal. */
const abusive: [string, string, RegExp][] = [
  ['16 fields at the root', aliases(16), /more than 15 fields/],
  ['9 levels', nested(9), /deeper than 8/],
  ['480 levels of nothing', `{ ${'a { '.repeat(300)} b ${'}'.repeat(300)} }`, /deeper than 8/],
  ['1,002 tokens', tokens(1_002), /more tha. 1000 tokens/],
  ['10,001 bytes', bytes(10_001), /10000 bytes/],
  ['90 kB of comment', `# ${'x'.repeat(90_000)}\n{ __typename }`, /10000 bytes/],
  ['13 times one field', repeated(13), /more than 12 times/],
  [
    'one field often through fragments',
    `{ health { ${times(13, (index) => `...F${index}`)} } } ${times(13, (index) => `fragment F${index} on Health { status }`)}`,
    /more than 12 times/,
  ],
  ['31 fragments', fragments(31), /more than 30 fragments/],
  [
    '30 doubling fragments below the root',
    `{ health { ...F0 } } ${doubling(30, 'status', 'Health')}`,
    /selects more than 2000 times/,
  ],
  [
    '30 doubling fragments that nobody uses',
    `{ __typename } ${doubling(30, 'status', 'Health')}`,
    /selects more than 2000 times/,
  ],
  ['a ring of doubling fragments', `{ ...F0 } ${doubling(30, '...F0')}`, /in itself/],
  ['a fragment in itself, below', '{ ...F } fragment F on Query { health { ...F } }', /in itself/],
  [
    'lists in the lists of what the caller likes',
    '{ likedKnowledge { likes { users { id } } tagsInfo { tag } experts { useCases { id } } } }',
    /costs \d+; the limit is 5500/,
  ],
  [
    'the longest list eleven times',
    `{ ${times(11, (index) => `a${index}: likedKnowledge { id }`)} }`,
    /costs 5940; the limit is 5500/,
  ],
  ['two operations', 'query A { __typename } query B { __typename }', /One operation at a time/],
  ['a subscription', 'subscription { __typename }', /no subscriptions/],
  ['480 wrong fields', `{ me { ${times(480, (index) => `wrong${index}`)} } }`, /wrong0/],
  [
    'lists in lists',
    `{ searchKnowledge(tags: [${'['.repeat(450)}${']'.repeat(450)}]) { total } }`,
    /String/,
  ],
  ['300 variables', `query (${times(240, (index) => `$a${index}: Int`)}) { __typename }`, /\$a0/],
  [
    'ten names of 900 letters',
    `{ ${times(10, (index) => `n${index}${'n'.repeat(900)}`)} }`,
    /query field/,
  ],
  [
    'a text of 9 kB where a number stands',
    `{ searchKnowledge(page: "${'x'.repeat(9_000)}") { total } }`,
    /Int/,
  ],
];

test('refuses abusive documents with 400 in less than 4 kB, without executing them', async () => {
  // The first call compiles code that the others share.
  await person.graphql('{ me { wrong } }');
  for (const [name, query, reason] of abusive) {
    const statements = app.statements.length;
    const { status, body } = await person.graphql(query);
    // One statement identifies the caller.
    expect(app.statements.length - statements).toBeLessThanOrEqual(1);
    const { message, extensions } = body.errors?.[0] ?? {};
    expect({ name, status, message, code: extensions?.['code'] }).toEqual({
      name,
      status: 400,
      message: expect.stringMatching(reason) as string,
      code: 'INVALID',
    });
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(4_096);
    expect(body).not.toHaveProperty('data');
  }
});

test('limits the errors about wrong variables', async () => {
  const many = (value: unknown) => Array.from({ length: 5_000 }, () => value);
  const query = 'query ($tags: [String!]) { searchKnowledge(tags: $tags) { total } }';
  for (const tags of [many(null), many({ a: [1] }), 'x'.repeat(90_000)]) {
    const { status, body } = await person.graphql(query, { tags });
    expect(status).toBe(400);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(4_096);
  }
});

test('includes variables in the cost', async () => {
  const query =
    'query ($n: Int) { searchKnowledge(perPage: $n) { items { experts(first: $n) { useCases { id } } } } }';
  expect((await person.graphql(query, { n: 2 })).status).toBe(200);
  const { status, body } = await person.graphql(query, { n: 100 });
  expect(status).toBe(400);
  expect(body.errors?.[0]?.message).toMatch(/costs/);
});

test('refuses null for a required number as a fault of the caller', async () => {
  const query =
    'query ($n: Int = 1) { searchKnowledge(perPage: 2) { items { experts(first: $n) { id } } } }';
  const { status, body } = await person.graphql(query, { n: null });
  expect(status).toBe(400);
  expect(body.errors?.[0]).toMatchObject({
    message: expect.stringMatching(/must not be null/) as string,
    extensions: { code: 'INVALID' },
  });
  expect((await person.graphql(query, {})).status).toBe(200);
});

test('refuses an unknown operation name as a fault of the caller', async () => {
  for (const operationName of ['Other', ''])
    for (const query of ['query Own { me { id } }', '{ me { id } }']) {
      const { status } = await person.call('POST', '/graphql', { query, operationName });
      expect({ operationName, query, status }).toEqual({ operationName, query, status: 400 });
    }
});

test('refuses an answer over 1 MB', async () => {
  const own = await app.signedIn();
  const text = 'Ш'.repeat(5_000);
  for (let count = 0; count < 60; count += 1)
    await aUseCase(app.database.db, {
      userId: own.userId,
      descriptionRu: text,
      descriptionEn: text,
    });
  const { status, body } = await own.graphql('{ myUseCases { id descriptionRu descriptionEn } }');
  expect(status).toBe(400);
  expect(body.errors?.[0]).toMatchObject({
    message: expect.stringMatching(/larger than 1000000 bytes/) as string,
    extensions: { code: 'INVALID', reason: 'tooCostly' },
  });
  expect((await own.graphql('{ myUseCases { id } }')).status).toBe(200);
});

// Time limit of an operation, on a real database that a lock holds up.
describe('the time of an operation', () => {
  // Long enough for a busy machine to begin the statements that the lock holds up.
  const timeMs = 1_000;

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

  /** Locks a table against reads until the work calls its callback. */
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

  test('ends a slow query with 503 tooSlow over both transports', async () => {
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

  test('ends a slow feed with 503 and a retry time', async () => {
    const { body } = await person.graphql<{ made: { address: string } }>(
      'mutation { made: renewFeedAddress { address } }',
    );
    const address = `${app.url}${new URL(body.data.made.address).pathname}/new.atom`;
    await held('items', async () => {
      const answer = await fetch(address, { headers: { 'Accept-Language': 'en' } });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      // The statement itself may take longer.
      expect(await answer.text()).toContain('took longer than 1 seconds');
    });
  });

  // Number of earlier runs: a frequent document is compiled.
  test.each([
    ['runs for the first time', 0],
    ['is compiled', 30],
  ])('starts no statement for an ended query that %s', async (name, runs) => {
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

  test('gives no connection to work after an abandoned answer', async () => {
    const { db } = app.database;
    const before = app.statements.length;
    let ended: unknown = null;
    const work = async () => {
      try {
        await db.raw('select pg_sleep(2)');
        await db.raw('select 1 as late');
      } catch (error) {
        ended = error;
      }
    };
    const going = { done: Promise.resolve() };
    const timeLimit = startTimeLimit(timeMs);
    const asked = Promise.resolve(timeLimit.bound(() => (going.done = work())));
    await expect(asked).rejects.toMatchObject({ reason: 'tooSlow' });
    await going.done;
    expect(ended).toMatchObject({ reason: 'tooSlow' });
    expect(app.statements.slice(before)).toEqual(['select pg_sleep(2)']);
  });

  test('ends nested loads too, and answers the part that was read', async () => {
    const query = '{ complaints { id knowledgeItem { id } } }';
    const { status, body } = await held('items', () => admin.graphql(query));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ complaints: [{ knowledgeItem: null }] });
    expect(body.errors).toMatchObject([{ extensions: tooSlow }]);
  });

  test('completes a started mutation, and does not start the next one', async () => {
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
});
