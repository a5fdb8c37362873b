// The migration that puts names back: what a machine made of a title goes, what a person wrote or mended stays.
import { createTestDatabase } from '../testing/testDatabase.ts';
import { migrateExactlyTo, migrateIn } from './migrate.ts';
import { migrationNames } from './migrationSource.ts';

test('titles that a machine has translated are taken away, and no others', async () => {
  const names = migrationNames();
  const database = await createTestDatabase('empty');
  const { db } = database;
  try {
    const before = names.slice(0, names.indexOf('0031_translations_tries.ts'));
    await db.transaction((trx) => migrateExactlyTo(trx, before));
    const item = (n: number, ru: string | null, en: string | null, machine: object) => ({
      title_ru: ru,
      title_en: en,
      source_url: `https://${n}.example/`,
      normalised_url: `${n}.example`,
      media_type: 'link',
      media_source: '',
      machine_texts: JSON.stringify(machine),
    });
    const md5 = async (text: string): Promise<string> =>
      (await db.raw<{ rows: { hash: string }[] }>('select md5(?) as hash', [text])).rows[0]!.hash;
    const ofMachine = async (column: string, text: string) => ({
      [column]: { text: await md5(text), from: 'anything' },
    });
    await db('items').insert([
      item(1, 'Понятие', 'Notion', await ofMachine('title_ru', 'Понятие')),
      item(2, 'Голос', 'Voice', await ofMachine('title_en', 'Voice')),
      item(3, 'Исправлено', 'Cursor', await ofMachine('title_ru', 'Курсор')),
      item(4, 'Человек', 'Person', {}),
      item(5, 'Одно', null, await ofMachine('title_ru', 'Одно')),
    ]);
    await db.transaction(migrateIn);
    const titles = await db('items').orderBy('id').select('title_ru', 'title_en');
    expect(titles.map((row) => [row.title_ru, row.title_en])).toEqual([
      [null, 'Notion'],
      ['Голос', null],
      ['Исправлено', 'Cursor'],
      ['Человек', 'Person'],
      ['Одно', null],
    ]);
  } finally {
    await database.drop();
  }
});
