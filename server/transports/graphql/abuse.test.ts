// G1: documents that are made to cost much are refused, at once and shortly.
import { aUseCase } from '../../testing/builders.ts';
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
/** `levels` selection sets inside one another. */
const nested = (levels: number): string => {
  const chain = ['searchKnowledge', 'items', 'experts', 'useCases', 'knowledgeItem', 'experts'];
  const names = [...chain, 'useCases', 'author'].slice(0, levels - 1);
  return `{ ${names.map((name, index) => `${name}${index === 0 ? '(perPage: 1)' : name === 'experts' ? '(first: 1)' : ''} {`).join(' ')} __typename ${'}'.repeat(names.length)} }`;
};
/** An even number of tokens. */
const tokens = (count: number): string => `{ health { id ${'@a '.repeat((count - 6) / 2)}} }`;
const bytes = (count: number): string => '{ __typename }'.padEnd(count, ' ');
const repeated = (count: number): string => `{ health { ${'status '.repeat(count)} } }`;
/** `count` fragments, each of which holds the next one twice. */
const doubling = (count: number, leaf: string, type = 'Query'): string =>
  times(count, (index) => {
    const next = `...F${index + 1}`;
    return `fragment F${index} on ${type} { ${index === count - 1 ? leaf : `${next} ${next}`} }`;
  });
const fragments = (count: number): string =>
  `{ health { ${times(count, (index) => `...F${index}`)} } } ${times(count, (index) => `fragment F${index} on Health { a${index}: status }`)}`;

test('what is within the limits is taken', async () => {
  for (const query of [
    aliases(15),
    nested(8),
    bytes(10_000),
    repeated(12),
    fragments(30),
    // 1,024 selections by ten fragments.
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

/** What is abusive, and why it is refused. */
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

test('what is abusive is refused with 400, in less than 4 kB, and nothing of it is run', async () => {
  // The first call of all compiles what the others use.
  await person.graphql('{ me { wrong } }');
  for (const [name, query, reason] of abusive) {
    const statements = app.statements.length;
    const { status, body } = await person.graphql(query);
    // It finds out who asks.
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

test('variables that are wrong in many places are answered shortly', async () => {
  const many = (value: unknown) => Array.from({ length: 5_000 }, () => value);
  const query = 'query ($tags: [String!]) { searchKnowledge(tags: $tags) { total } }';
  for (const tags of [many(null), many({ a: [1] }), 'x'.repeat(90_000)]) {
    const { status, body } = await person.graphql(query, { tags });
    expect(status).toBe(400);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(4_096);
  }
});

test('variables that make a cheap document costly are counted', async () => {
  const query =
    'query ($n: Int) { searchKnowledge(perPage: $n) { items { experts(first: $n) { useCases { id } } } } }';
  expect((await person.graphql(query, { n: 2 })).status).toBe(200);
  const { status, body } = await person.graphql(query, { n: 100 });
  expect(status).toBe(400);
  expect(body.errors?.[0]?.message).toMatch(/costs/);
});

test('null for how many, where there must be a number, is refused as a fault of the caller', async () => {
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

test('the name of an operation that the document does not have is refused as a fault of the caller', async () => {
  for (const operationName of ['Other', ''])
    for (const query of ['query Own { me { id } }', '{ me { id } }']) {
      const { status } = await person.call('POST', '/graphql', { query, operationName });
      expect({ operationName, query, status }).toEqual({ operationName, query, status: 400 });
    }
});

test('an answer past 1 MB is refused in place of being sent', async () => {
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
