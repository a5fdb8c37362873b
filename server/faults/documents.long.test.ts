// Promise G5: whatever document is accepted, its answer is bounded, comes soon, and keeps nobody else waiting.
// The dearest ones are searched for by chance, and the search goes on with the dearest that it has found.
import { jest } from '@jest/globals';
import fc from '../testing/fastCheck.ts';
import { buildSchema } from '../graphql/schema.ts';
import { limits } from '../limits.ts';
import { expensiveFields, largestDocument } from '../testing/dearDocuments.ts';
import { fillLongLists } from '../testing/longLists.ts';
import { startServer, whenSearchable, type ServerProcess } from '../testing/serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { testSessions } from '../testing/testSessions.ts';

jest.setTimeout(600_000);

const readers = 24;
const tries = 30;
const schema = buildSchema();

let database: TestDatabase;
let server: ServerProcess;
const cookies: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await fillLongLists(database.db, { items: 10_000, readers });
  const sessions = testSessions(database.db);
  for (let id = 1; id <= readers; id += 1) cookies.push(`sid=${(await sessions.open(id)).token}`);
  server = await startServer({ DATABASE_URL: database.url });
  // Until then a search waits, and what waits is not what is dear.
  await whenSearchable(server.url);
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await database?.drop();
});

interface Tried {
  fields: string[];
  document: string;
  status: number;
  bytes: number;
  /** Milliseconds. */
  took: number;
  /** The longest that `/livez` took beside it. */
  beside: number;
}

let turn = 0;
/** In turn, so that nobody comes to the limit of reads. */
const nextReader = (): string => cookies[(turn += 1) % cookies.length]!;

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const begun = performance.now();
  const result = await work();
  return [result, performance.now() - begun];
}

/** Asks `/livez` again and again until it is told to stop; answers how long the slowest took. */
async function watchLivez(done: AbortSignal): Promise<number> {
  let slowest = 0;
  while (!done.aborted) {
    const [, took] = await timed(async () => (await fetch(`${server.url}/livez`)).text());
    slowest = Math.max(slowest, took);
  }
  return slowest;
}

async function send(fields: string[], cookie = nextReader()): Promise<Tried | null> {
  const document = largestDocument(schema, fields);
  if (!document) return null;
  const done = new AbortController();
  const watching = watchLivez(done.signal);
  const [[status, bytes], took] = await timed(async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie, Origin: server.url },
      body: JSON.stringify({ query: document }),
    });
    return [response.status, (await response.arrayBuffer()).byteLength] as const;
  });
  done.abort();
  return { fields, document, status, bytes, took, beside: await watching };
}

/** Every query; those that tell of the server itself, or of one request for access or one webhook, hold nothing that grows. */
const roots = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter(
  (name) =>
    !/^(?:health|clientSettings|legalText|demoAccounts|accessCase|webhookDeliveries)$/.test(name),
);
const fieldsByChance = expensiveFields({
  schema,
  ids: [1, 2, 21, 150],
  company: 'gdev',
  words: ['tool', 'текст'],
  roots,
});

const dearest = (tried: readonly Tried[], by: 'took' | 'bytes' | 'beside'): Tried[] =>
  tried.toSorted((a, b) => b[by] - a[by]).slice(0, 5);

test('G5: the dearest accepted documents', async () => {
  const tried: Tried[] = [];
  const seed = 20_261_122;
  const sendAll = async (candidates: string[][]) => {
    for (const fields of candidates) {
      const one = await send(fields);
      if (one) tried.push(one);
    }
  };
  const singles = fc.sample(fieldsByChance, { numRuns: tries, seed }).map((field) => [field]);
  await sendAll(singles);
  // On with the dearest: each with another, and with other fields by chance.
  const best = [...dearest(tried, 'took'), ...dearest(tried, 'bytes'), ...dearest(tried, 'beside')];
  const pairs = fc.tuple(
    fc.constantFrom(...best.flatMap(({ fields }) => fields)),
    fc.oneof(fc.constantFrom(...best.flatMap(({ fields }) => fields)), fieldsByChance),
  );
  await sendAll(fc.sample(pairs, { numRuns: Math.ceil(tries / 4), seed }));

  const others = tried.filter(({ status }) => ![200, 400, 403, 503].includes(status));
  expect(others).toEqual([]);
  const largest = Math.max(...tried.map(({ bytes }) => bytes));
  const answered = tried.filter(({ status }) => status === 200).length;
  expect(answered).toBeGreaterThan(tries / 4);
  expect(largest).toBeLessThanOrEqual(limits.graphql.answerBytes);
});

test('G5: values count too, and an answer past the limit is not sent', async () => {
  const ask = async (query: string) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookies[2]!, Origin: server.url },
      body: JSON.stringify({ query }),
    });
    return { status: response.status, text: (await response.text()).slice(0, 200) };
  };
  const values = Array.from({ length: 30 }, (_, at) => `v${at}: ${at % 3 ? 'titleRu' : 'id'}`);
  const some = `{ likedKnowledge { ${values.slice(0, 12).join(' ')} } }`;
  expect((await ask(some)).status).toBe(200);
  const texts = Array.from({ length: 8 }, (_, at) => `t${at}: descriptionRu`);
  const lists = Array.from(
    { length: 5 },
    (_, at) => `r${at}: likedKnowledge { ${values.slice(0, 14).join(' ')} }`,
  );
  expect(await ask(`{ ${lists.join(' ')} }`)).toMatchObject({
    status: 400,
    text: expect.stringMatching(/costs \d+/) as string,
  });
  expect(await ask(`{ likedKnowledge { ${texts.join(' ')} } }`)).toMatchObject({
    status: 400,
    text: expect.stringMatching(/larger than/) as string,
  });
});
