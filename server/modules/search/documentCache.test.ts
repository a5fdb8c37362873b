// The document cache equals the database, whatever changes meanwhile.
import type { Knex } from 'knex';
import { createLog } from '../../shared/log.ts';
import { createYieldingScheduler } from '../../shared/yieldingScheduler.ts';
import { anItem, aUseCase, aUser } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { searchDocumentsQueries } from './searchDocuments.queries.ts';
import { createSearchIndex } from './searchIndex.ts';

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const log = createLog({ level: 'silent' });

/** A built index, the ids that it has read since, and a hook before such a read ends. */
async function anIndex(openTurns: typeof createYieldingScheduler = createYieldingScheduler) {
  const facts = searchDocumentsQueries(db);
  const readIds: number[][] = [];
  const during = { reading: async (): Promise<unknown> => null };
  const index = createSearchIndex({
    facts: {
      ...facts,
      written: async (ids) => {
        const found = await facts.written(ids);
        readIds.push([...ids]);
        await during.reading();
        return found;
      },
    },
    log,
    openTurns,
    everyMs: 1,
  });
  const catchUp = () =>
    index.answer(async ({ snapshot }) => ({
      answer: null,
      isBehind: await index.isBehind(snapshot),
    }));
  await catchUp();
  return { index, readIds, during, catchUp };
}

const says = async (itemId: number, descriptionRu: string) =>
  aUseCase(db, { itemId, userId: (await aUser(db)).id, descriptionRu });

test('reads missing documents only', async () => {
  const [one, two] = [await anItem(db), await anItem(db)];
  const { index, readIds } = await anIndex();
  const first = await index.read([one.id]);
  expect(await index.read([one.id])).toEqual(first);
  expect((await index.read([two.id, one.id])).map(({ id }) => id).toSorted()).toEqual([
    one.id,
    two.id,
  ]);
  expect(readIds).toEqual([[one.id], [two.id]]);
});

test('reads a changed document before and after the index has applied it', async () => {
  for (const [kind, change] of [
    ['a title', (id) => db('items').where({ id }).update({ title_en: 'Another' })],
    ['a case', (id) => says(id, 'Ещё один')],
    ['a case that is deleted', () => db('use_cases').update({ deleted_at: new Date() })],
    ['an item that goes', (id) => db('items').where({ id }).delete()],
    ['everything', () => db.raw('truncate items cascade')],
  ] satisfies [string, (id: number) => Promise<unknown>][]) {
    const { id } = await anItem(db);
    await says(id, 'Первый');
    const [behind, caughtUp] = [await anIndex(), await anIndex()];
    for (const { index } of [behind, caughtUp]) await index.read([id]);
    await change(id);
    const now = await searchDocumentsQueries(db).written([id]);
    expect({ kind, read: await behind.index.read([id]) }).toEqual({ kind, read: now });
    await caughtUp.catchUp();
    expect({ kind, read: await caughtUp.index.read([id]) }).toEqual({ kind, read: now });
  }
});

test('does not cache a document that changes during the read', async () => {
  const { id } = await anItem(db);
  const { index, during, catchUp } = await anIndex();
  during.reading = async () => {
    during.reading = async () => null;
    await says(id, 'Пока читали');
    await catchUp();
  };
  await index.read([id]);
  expect((await index.read([id]))[0]?.cases).toHaveLength(1);
});

test('reads only changed documents while many are indexed', async () => {
  const [same, brought, edited] = [await anItem(db), await anItem(db), await anItem(db)];
  const resting: (() => void)[] = [];
  let holds = false;
  const { index, readIds, catchUp } = await anIndex(() => ({
    next: () => (holds ? new Promise<void>((resolve) => resting.push(resolve)) : undefined),
  }));
  const all = [same.id, brought.id, edited.id];
  await index.read(all);
  await db('items').where({ id: brought.id }).update({ title_en: 'Brought' });
  await db.raw(
    `insert into items (bookmark_id, title_en, source_url, normalised_url)
     select 800000 + n, 'Many ' || n, 'https://bulk' || n || '.example.com/', 'bulk' || n || '.example.com'
     from generate_series(1, 1001) as n`,
  );
  holds = true;
  // The bulk read runs in the background from here on.
  await catchUp();
  readIds.length = 0;
  const titles = async () =>
    new Map((await index.read(all)).map(({ id, title }) => [id, title.en])).get(brought.id);
  expect(await titles()).toBe('Brought');
  expect(readIds).toEqual([[brought.id]]);
  await db('items').where({ id: edited.id }).update({ title_en: 'Edited meanwhile' });
  const read = await index.read(all);
  expect(read.find(({ id }) => id === edited.id)?.title.en).toBe('Edited meanwhile');
  holds = false;
  for (const go of resting) go();
  await index.stop();
});
