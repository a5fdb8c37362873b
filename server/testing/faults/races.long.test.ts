// R1, R2 and R26: many calls at once, the same call twice, and a search while several processes write.
import type { Knex } from 'knex';
import { openDatabase } from '../../database/connection.ts';
import { ask, openSearch } from '../searchFixture.ts';
import { startServer, whenSearchable } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { testSessions } from '../testSessions.ts';
import { aMember, aUseCase, anItem } from '../builders.ts';
import { startTestApp, type Answer, type Caller, type TestApp } from '../testApp.ts';
import type { KnowledgeItem } from '../../modules/catalogue/items/items.ts';

const atOnce = 50;

let app: TestApp;
let people: Caller[];

beforeAll(async () => {
  app = await startTestApp();
  people = [];
  for (let count = 0; count < atOnce; count += 1) people.push(await app.signedIn());
});

afterAll(() => app.close());

/** Includes errors that GraphQL answers with status 200. */
const hasFailed = ({ status, body }: Answer): boolean => status !== 200 || 'errors' in body;

interface Kept {
  table: 'item_likes' | 'use_case_likes';
  key: 'item_id' | 'use_case_id';
  counted: 'items' | 'use_cases';
}

/** The stored count, and the number of rows behind it. */
async function countsOf({ table, key, counted }: Kept, id: number) {
  const { db } = app.database;
  const shown: { likes_count: number } = await db(counted).where({ id }).first('likes_count');
  const rows = await db(table).where({ [key]: id });
  return { shown: shown.likes_count, rows: rows.length };
}

test.each<[string, Kept, (id: number) => string]>([
  [
    'an item',
    { table: 'item_likes', key: 'item_id', counted: 'items' },
    (id) => `mutation { likeKnowledge(id: "${id}") { isLiked } }`,
  ],
  [
    'a use case',
    { table: 'use_case_likes', key: 'use_case_id', counted: 'use_cases' },
    (id) => `mutation { toggleUseCaseLike(id: "${id}") { __typename } }`,
  ],
])('R1: counts 50 simultaneous likes of %s', async (what, kept, like) => {
  const id =
    what === 'an item' ? (await anItem(app.database.db)).id : (await aUseCase(app.database.db)).id;
  const answers = await Promise.all(people.map((person) => person.graphql(like(id))));
  const { shown, rows } = await countsOf(kept, id);
  const failed = answers.filter(hasFailed).length;
  expect({ shown, rows, failed }).toEqual({ shown: atOnce, rows: atOnce, failed: 0 });
});

test('R1: 50 simultaneous presses of one person leave a count equal to the rows', async () => {
  const { id } = await anItem(app.database.db);
  const person = people[0]!;
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_unused, place) =>
      person.call(place % 3 === 0 ? 'DELETE' : 'POST', `/api/v1/knowledge/${id}/like`),
    ),
  );
  const kept: Kept = { table: 'item_likes', key: 'item_id', counted: 'items' };
  const { shown, rows } = await countsOf(kept, id);
  const failed = answers.filter(hasFailed).length;
  expect(failed).toBe(0);
  expect(shown).toBe(rows);
  expect(rows).toBeLessThanOrEqual(1);
});

/** Sends the same form once more; `place` numbers the sendings. */
type Send = (person: Caller, items: readonly KnowledgeItem[], place: number) => Promise<Answer>;

test.each<[string, string, Send]>([
  [
    'a report',
    'complaints',
    (person, [item]) =>
      person.call('POST', '/api/v1/complaints', {
        knowledgeItemId: String(item!.id),
        complaintType: 'broken_link',
        comment: 'It is gone',
      }),
  ],
  [
    'a request for access',
    'access_requests',
    (person, [item]) =>
      person.call('POST', '/api/v1/email/request-access', {
        service: item!.titleEn,
        subscriptionType: 'pro',
        features: 'For the art team',
      }),
  ],
  [
    'a request for access under one key, for one service or another,',
    'access_requests',
    (person, items, place) =>
      person.graphql(
        'mutation ($input: AccessRequestInput!) { requestAccess(input: $input) { id } }',
        {
          input: {
            service: items[place % 2]!.titleEn,
            knowledgeItemId: String(items[place % 2]!.id),
            subscriptionType: 'pro',
            features: 'For the art team',
            idempotencyKey: 'pressed-once',
          },
        },
      ),
  ],
])('R2: %s sent 20 times at once is stored once', async (_what, table, send) => {
  const items = [await anItem(app.database.db), await anItem(app.database.db)];
  const person = people[0]!;
  const before = await app.database.db(table).count<{ count: number }[]>('* as count');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_unused, place) => send(person, items, place)),
  );
  const after = await app.database.db(table).count<{ count: number }[]>('* as count');
  const rows = (after[0]?.count ?? 0) - (before[0]?.count ?? 0);
  const failed = answers.filter(hasFailed).length;
  expect({ rows, failed }).toEqual({ rows: 1, failed: 0 });
});

describe('a search', () => {
  const word = 'flurbinator';
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  test('shows nothing hidden and misses nothing visible while three processes write and search', async () => {
    /** Time in which an item is certainly found, or certainly not: between two writes. */
    interface Span {
      from: number;
      to: number;
      isFound: boolean;
    }
    const visible = { admin_visibility: 'visible', description_en: word, removed_at: null };
    const changes = [
      { admin_visibility: 'hidden' },
      { admin_visibility: 'visible' },
      { description_en: 'nothing of that' },
      { description_en: word },
      { removed_at: new Date() },
      { removed_at: null },
    ];
    const user = await aMember(database.db);
    const connections = [1, 2, 3].map(() => openDatabase(database.url));
    const states = new Map<number, object>();
    const spans = new Map<number, Span[]>();
    const shares: number[][] = [];
    for (const _ of connections) {
      const ids: number[] = [];
      for (let count = 0; count < 12; count += 1)
        ids.push((await anItem(database.db, { descriptionEn: word })).id);
      for (const id of ids) {
        states.set(id, visible);
        spans.set(id, [{ from: performance.now(), to: Infinity, isFound: true }]);
      }
      shares.push(ids);
    }
    const pick = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)]!;
    const underWay = { writers: connections.length };
    const write = async (db: Knex, ids: readonly number[]): Promise<void> => {
      for (let count = 0; count < 300; count += 1) {
        const [id, change] = [pick(ids), pick(changes)];
        const after = { ...states.get(id)!, ...change };
        spans.get(id)!.at(-1)!.to = performance.now();
        await db.transaction(async (trx) => {
          await trx('items').where({ id }).update(change);
          // Half of the transactions take longer to commit.
          if (count % 2 === 0) await trx.raw('select pg_sleep(random() * 0.01)');
        });
        states.set(id, after);
        const isFound = JSON.stringify(after) === JSON.stringify(visible);
        spans.get(id)!.push({ from: performance.now(), to: Infinity, isFound });
      }
      underWay.writers -= 1;
    };
    const faults = { shown: 0, missing: 0, totals: 0 };
    let searches = 0;
    const search = async (db: Knex): Promise<void> => {
      const queries = openSearch(db);
      while (underWay.writers > 0) {
        const begun = performance.now();
        const { items, total } = await queries.page(user, ask({ search: word, perPage: 100 }));
        const ended = performance.now();
        const shown = new Set(items.map(({ id }) => id));
        searches += 1;
        if (total !== items.length) faults.totals += 1;
        for (const [id, known] of spans) {
          const whole = known.find(({ from, to }) => from <= begun && to >= ended);
          if (whole && !whole.isFound && shown.has(id)) faults.shown += 1;
          if (whole?.isFound && !shown.has(id)) faults.missing += 1;
        }
      }
    };
    await Promise.all([
      ...connections.map((db, place) => write(db, shares[place]!)),
      ...connections.map(search),
    ]);
    for (const connection of connections) await connection.destroy();
    expect(faults).toEqual({ shown: 0, missing: 0, totals: 0 });
    expect(searches).toBeGreaterThan(10);
  });

  test('of a server killed during an import finds all items after the next start', async () => {
    const { id } = (await aMember(database.db)).user;
    const cookie = `sid=${(await testSessions(database.db).open(id)).token}`;
    const total = async (url: string): Promise<number> => {
      const path = `/api/v1/knowledge/search?search=${word}&perPage=1`;
      const answer = await fetch(url + path, { headers: { Cookie: cookie } });
      return ((await answer.json()) as { total: number }).total;
    };
    const server = await startServer({ DATABASE_URL: database.url });
    await whenSearchable(server.url);
    await database.db.raw(
      `insert into items (bookmark_id, title_en, source_url, normalised_url)
       select n, ? || ' ' || n, 'https://many' || n || '.example.com/', 'many' || n || '.example.com'
       from generate_series(1, 3000) as n`,
      [word],
    );
    const searching = total(server.url).catch(() => null);
    await server.end('SIGKILL');
    await searching;
    const next = await startServer({ DATABASE_URL: database.url });
    await whenSearchable(next.url);
    expect(await total(next.url)).toBe(3_000);
    await next.end('SIGTERM');
  });
});
