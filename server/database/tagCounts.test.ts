// The database keeps how many services a tag has, whoever writes; and it does so once for a statement.
import { anItem } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const counted = async () =>
  (await database.db('tags').orderBy('id').select('total_count', 'visible_count')).map(
    ({ total_count, visible_count }: { total_count: number; visible_count: number }) => [
      total_count,
      visible_count,
    ],
  );

test('links that come and go, items that are hidden, removed and deleted: the counts are those of the rows', async () => {
  const { db } = database;
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.push((await anItem(db)).id);
  const [seen, hidden, removed, last] = ids as [number, number, number, number];
  await db('items').where({ id: hidden }).update({ admin_visibility: 'hidden' });
  await db('items').where({ id: removed }).update({ removed_at: new Date() });
  const tags: { id: number }[] = await db('tags')
    .insert(['one', 'two'].map((name) => ({ original_name: name, name_ru: name, name_en: name })))
    .returning('id');
  const [one, two] = [tags[0]!.id, tags[1]!.id];
  await db('item_tags').insert([
    ...ids.map((item_id) => ({ item_id, tag_id: one, position: 0 })),
    { item_id: seen, tag_id: two, position: 1 },
    { item_id: hidden, tag_id: two, position: 1 },
  ]);
  expect(await counted()).toEqual([
    [3, 2],
    [2, 1],
  ]);
  await db('item_tags').whereIn('item_id', [seen, removed]).delete();
  expect(await counted()).toEqual([
    [2, 1],
    [1, 0],
  ]);
  await db('items').where({ id: last }).delete();
  expect(await counted()).toEqual([
    [1, 0],
    [1, 0],
  ]);
  await db('items').where({ id: hidden }).update({ admin_visibility: 'visible' });
  expect(await counted()).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('a statement that gives many services a tag writes its row once', async () => {
  await database.db.transaction(async (trx) => {
    const ids: number[] = [];
    for (let count = 0; count < 30; count += 1) ids.push((await anItem(trx)).id);
    const tags: { id: number }[] = await trx('tags')
      .insert({ original_name: 'many', name_ru: 'many', name_en: 'many' })
      .returning('id');
    const tag = { tag_id: tags[0]!.id, position: 0 };
    await trx('item_tags').insert(ids.map((item_id) => ({ item_id, ...tag })));
    const { rows } = await trx.raw<{ rows: { updated: string }[] }>(
      `select n_tup_upd as updated from pg_stat_xact_user_tables where relname = 'tags'`,
    );
    expect(Number(rows[0]!.updated)).toBe(1);
  });
});
