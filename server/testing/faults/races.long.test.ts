// Promises R1 and R2: many at once, and the same thing twice, through the real doors.
import { aUseCase, anItem } from '../builders.ts';
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

/** Also what GraphQL says under 200. */
const hasFailed = ({ status, body }: Answer): boolean => status !== 200 || 'errors' in body;

interface Kept {
  table: 'item_likes' | 'use_case_likes';
  key: 'item_id' | 'use_case_id';
  counted: 'items' | 'use_cases';
}

/** The count that is shown, and the rows behind it. */
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
])('R1: 50 people like %s at once, and each is counted once', async (what, kept, like) => {
  const id =
    what === 'an item' ? (await anItem(app.database.db)).id : (await aUseCase(app.database.db)).id;
  const answers = await Promise.all(people.map((person) => person.graphql(like(id))));
  const { shown, rows } = await countsOf(kept, id);
  const failed = answers.filter(hasFailed).length;
  expect({ shown, rows, failed }).toEqual({ shown: atOnce, rows: atOnce, failed: 0 });
});

test('R1: one person presses 50 times at once, on and off, and the count is that of the rows', async () => {
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

/** One of twenty sendings of the same form; `place` counts them. */
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
])('R2: %s that is sent 20 times at once is stored once', async (_what, table, send) => {
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
