// The index of the search is right whoever writes: after every kind of change it equals one that is built anew.
import type { Knex } from 'knex';
import { loadDemoCatalogue } from '../../demo/load.ts';
import { createLog } from '../../shared/log.ts';
import { aUser, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { knowledgeStore } from './knowledge.store.ts';

let database: TestDatabase;
let db: Knex;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterEach(() => database.drop());

interface Index {
  items: object[];
  tags: object[];
  counts: object[];
}

async function readIndex(): Promise<Index> {
  const items = await db.raw<{ rows: object[] }>(
    'select item_id, visible, likes_count, sort_ru, sort_en, sv::text from item_search order by item_id',
  );
  const tags = await db.raw<{ rows: object[] }>(
    'select tag_id, sv::text, array(select unnest(phrases) order by 1) as phrases from tag_search order by tag_id',
  );
  const counts = await db.raw<{ rows: object[] }>(`
    select lexeme, search_count(lexeme, true) as items, search_count(lexeme, false) as visible
    from (select lexeme from search_counts union select lexeme from search_count_steps) as known
    where search_count(lexeme, true) <> 0 or search_count(lexeme, false) <> 0
    order by lexeme`);
  return { items: items.rows, tags: tags.rows, counts: counts.rows };
}

/** Compares the index with one that is built from nothing, and its counts with the documents themselves. */
async function expectRightIndex(): Promise<Index> {
  const kept = await readIndex();
  const { rows } = await db.raw<{ rows: object[] }>(`
    select lexeme, count(*)::integer as items, (count(*) filter (where visible))::integer as visible
    from item_search cross join search_counted(sv) as lexeme group by lexeme order by lexeme`);
  expect(kept.counts).toEqual(rows);
  await db.raw('select search_rebuild()');
  const rebuilt = await readIndex();
  expect(kept.items).toEqual(rebuilt.items);
  expect(kept.tags).toEqual(rebuilt.tags);
  expect(kept.counts).toEqual(rebuilt.counts);
  return kept;
}

const lexemesOf = async (itemId: number): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { lexemes: string[] }[] }>(
    'select tsvector_to_array(sv) as lexemes from item_search where item_id = ?',
    [itemId],
  );
  return rows[0]?.lexemes ?? [];
};

test('the demo catalogue', async () => {
  await loadDemoCatalogue(db, createLog({ level: 'silent' }));
  const { items } = await expectRightIndex();
  expect(items).toHaveLength(160);
  expect((await readIndex()).counts[0]).toEqual({ lexeme: '', items: 160, visible: 158 });
});

test('texts, tags, names of tags, visibility, deletion and its undoing, likes, truncation', async () => {
  const writer = await aUser(db);
  const first = await anItem(db, { titleEn: 'ChatGPT', tags: ['voice', 'gdevapproved'] });
  const second = await anItem(db, { titleRu: null, titleEn: 'Claude', tags: ['voice'] });
  const third = await anItem(db, { descriptionRu: null, descriptionEn: 'Ёлка' });
  expect(await lexemesOf(first.id)).toEqual(
    expect.arrayContaining([
      'k=chatgpt',
      'n=gpt',
      't=voice',
      'a=gdevapproved',
      'voic',
      't=gdevapproved',
    ]),
  );
  expect(await lexemesOf(first.id)).not.toContain('gdevapprov');
  await expectRightIndex();

  await db('items').where({ id: third.id }).update({ title_ru: 'Шедеврум', description_en: null });
  await db('items').whereIn('id', [first.id, second.id]).update({ media_type: 'video' });
  await expectRightIndex();

  await db('tags')
    .where({ original_name: 'voice' })
    .update({ name_ru: 'озвучка', original_name: 'sound' });
  expect(await lexemesOf(second.id)).toEqual(expect.arrayContaining(['t=sound', 'озвучк']));
  await expectRightIndex();

  await db('items').where({ id: first.id }).update({ admin_visibility: 'hidden' });
  await db('items').where({ id: second.id }).update({ removed_at: new Date() });
  expect(await lexemesOf(second.id)).toEqual([]);
  await expectRightIndex();
  await db('items').where({ id: second.id }).update({ removed_at: null });
  await knowledgeStore(db).like(writer.id, second.id);
  const { items } = await expectRightIndex();
  expect(items).toContainEqual(expect.objectContaining({ item_id: second.id, likes_count: 1 }));

  await db('tags').where({ original_name: 'sound' }).delete();
  expect(await lexemesOf(second.id)).not.toContain('t=sound');
  await db('item_tags').update({ position: 3 });
  await expectRightIndex();
  await db('items').where({ id: first.id }).delete();
  await expectRightIndex();
  await db.raw('truncate items cascade');
  expect(await readIndex()).toMatchObject({ items: [], counts: [] });
  await anItem(db);
  await expectRightIndex();
});

test('a change that is rolled back leaves no trace', async () => {
  await anItem(db, { titleEn: 'Kept' });
  const before = await readIndex();
  await expect(
    db.transaction(async (trx) => {
      await anItem(trx, { titleEn: 'Gone', tags: ['gone'] });
      await trx('items').update({ admin_visibility: 'hidden' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await readIndex()).toEqual(before);
});

test('two transactions that change one item at once are both in the index', async () => {
  const { id } = await anItem(db);
  await knowledgeStore(db).ensureTags(['music']);
  let quick: Promise<void> = Promise.resolve();
  await db.transaction(async (slow) => {
    await slow('items').where({ id }).update({ title_en: 'Renamed' });
    quick = knowledgeStore(db).linkTags([{ itemId: id, tags: ['music'] }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await slow('items').where({ id }).update({ title_ru: 'Переименован' });
  });
  await quick;
  expect(await lexemesOf(id)).toEqual(
    expect.arrayContaining(['k=renamed', 'k=переименован', 't=music']),
  );
  await expectRightIndex();
});

test('many writers at once wait for no common word', async () => {
  const items = await Promise.all(
    Array.from({ length: 8 }, (_, place) => anItem(db, { descriptionEn: `common words ${place}` })),
  );
  await Promise.all(
    items.map((item) =>
      db.transaction(async (trx) => {
        await trx('items').where({ id: item.id }).update({ description_en: 'other common words' });
        await trx('items').where({ id: item.id }).update({ description_ru: 'общие слова' });
      }),
    ),
  );
  await expectRightIndex();
});

test('counts that are added up stay the same', async () => {
  await loadDemoCatalogue(db, createLog({ level: 'silent' }));
  const before = await readIndex();
  await db.raw('select search_settle_counts()');
  expect(await readIndex()).toEqual(before);
  expect(await db('search_count_steps')).toEqual([]);
});

test('titles sort alike on every server: as ICU sorts them', async () => {
  const titles = [
    'Zed',
    'apple',
    'Ёж',
    'абрикос',
    'ель',
    'Жук',
    'йод',
    'Игра',
    '3D',
    'élan',
    'Eland',
    'Apple 2',
  ];
  for (const title of titles) await anItem(db, { titleRu: null, titleEn: title });
  const own = await db.raw<{ rows: { title: string }[] }>(
    'select title_en as title from item_search join items on id = item_id order by sort_en',
  );
  const icu = await db.raw<{ rows: { title: string }[] }>(
    'select title_en as title from items order by title_en collate "und-x-icu"',
  );
  const names = own.rows.map((row) => row.title);
  expect(names).toEqual(icu.rows.map((row) => row.title));
  expect(names.indexOf('apple')).toBeLessThan(names.indexOf('Zed'));
  expect(names.indexOf('абрикос')).toBeLessThan(names.indexOf('Ёж'));
});
