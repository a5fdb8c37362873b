// What people may write, at its longest, in the longest lists: the desk stays reachable, and no answer is larger than said.
import { limits } from '../../config/limits.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { aUseCase, anItem } from '../../testing/builders.ts';
import { readClientOperation } from '../../testing/clientOperations.ts';

let app: TestApp;
let admin: Caller & { userId: number };

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signedIn({ isAdmin: true });
});
afterAll(() => app.close());

/** 500 items, each with a difference between texts of so many letters. */
async function fillDesk(letters: number): Promise<void> {
  const { db } = app.database;
  await db('inconsistencies').delete();
  const text = 'Ш'.repeat(letters);
  for (let count = (await db('items')).length; count < 500; count += 1) await anItem(db);
  // The index of the search takes its time with long texts: those of the list's first items are enough.
  const first = db('items').orderBy('id', 'desc').limit(40).select('id');
  await db('items').whereIn('id', first).update({ description_ru: text, description_en: text });
  await db.raw(
    `insert into inconsistencies (item_id, type, old_value, new_value)
     select id, 'description_changed', to_jsonb(?::text), to_jsonb(?::text || 'a') from items order by id`,
    [text, text],
  );
}

const desk = readClientOperation('Differences');
interface Desk {
  inconsistencies: { id: string; newDescription: string }[];
}

test.each([
  [limits.bookmark.text, 5],
  [300, 250],
  [10, 500],
])('the desk is read with 500 differences of %i letters', async (letters, least) => {
  await fillDesk(letters);
  const seen = new Set<string>();
  const { status, body } = await admin.graphql<Desk>(desk, { status: 'new', type: null });
  expect({ status, errors: body.errors ?? [] }).toEqual({ status: 200, errors: [] });
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(limits.graphql.answerBytes);
  const rows = body.data.inconsistencies;
  expect(rows.length).toBeGreaterThanOrEqual(least);
  expect(rows[0]?.newDescription).toHaveLength(letters + 1);
  for (const { id } of rows) seen.add(id);
  // What is decided makes room for the others.
  await app.database
    .db('inconsistencies')
    .whereIn('id', [...seen])
    .update({ status: 'ignored' });
  const { body: next } = await admin.graphql<Desk>(desk, { status: 'new', type: null });
  expect(next.data.inconsistencies.some(({ id }) => seen.has(id))).toBe(false);
  expect(next.data.inconsistencies.length > 0).toBe(seen.size < 500);
  expect((await admin.call('GET', '/api/v1/inconsistencies?status=ignored')).status).toBe(200);
});

test('an answer past 5 MB over REST is refused in place of being sent', async () => {
  const text = 'Ш'.repeat(limits.text.useCase);
  const { db } = app.database;
  const fill = async (count: number) => {
    for (let at = 0; at < count; at += 1)
      await aUseCase(db, { userId: admin.userId, descriptionRu: text, descriptionEn: text });
  };
  await fill(240);
  expect((await admin.call('GET', '/api/v1/use-cases/my')).status).toBe(200);
  await fill(12);
  expect(await admin.call('GET', '/api/v1/use-cases/my')).toMatchObject({
    status: 400,
    body: { success: false, code: 'INVALID', reason: 'tooCostly' },
  });
});
