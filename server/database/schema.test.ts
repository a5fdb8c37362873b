// The encoding of the database, and the constraints and triggers of its schema.
import { anItem } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import {
  assertDatabase,
  UnsupportedDatabaseError,
  unmetRequirements,
  type DatabaseFacts,
} from './assertDatabase.ts';
import { openDatabase } from './connection.ts';

describe('encoding of the database', () => {
  const good: DatabaseFacts = {
    version: '18.4',
    encoding: 'UTF8',
    ctype: 'C.UTF-8',
    lowersCyrillic: true,
    similarity: 0.67,
  };

  test('accepts the embedded database, before and after migrations', async () => {
    const [empty, migrated] = await Promise.all([
      createTestDatabase('empty'),
      createTestDatabase('migrated'),
    ]);
    expect((await assertDatabase(empty.db)).similarity).toBeNull();
    expect((await assertDatabase(migrated.db)).similarity).toBeGreaterThan(0.5);
    await Promise.all([empty.drop(), migrated.drop()]);
  });

  test('refuses a database without Cyrillic support, with the remedy', async () => {
    const outer = await createTestDatabase('empty');
    const name = `${new URL(outer.url).pathname.slice(1)}_c`;
    await outer.db.raw(
      `create database ?? template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
      [name],
    );
    const url = new URL(outer.url);
    url.pathname = `/${name}`;
    const db = openDatabase(url.href);
    await db.raw('create extension pg_trgm');
    const refusal = await assertDatabase(db).then(
      () => null,
      (error: unknown) => error,
    );
    await db.destroy();
    await outer.db.raw('drop database ??', [name]);
    await outer.drop();
    expect(refusal).toBeInstanceOf(UnsupportedDatabaseError);
    expect(String(refusal)).toMatch(
      /lower\(\) does not know Cyrillic[\s\S]*similar words[\s\S]*CREATE DATABASE/,
    );
  });

  test.each<[Partial<DatabaseFacts>, string]>([
    [{ version: '14.9' }, 'too old'],
    [{ encoding: 'SQL_ASCII' }, 'SQL_ASCII'],
    [{ lowersCyrillic: false }, 'lower()'],
    [{ similarity: 0.5 }, 'similar words'],
  ])('refuses a database with %j', (change, word) => {
    expect(unmetRequirements(good)).toEqual([]);
    expect(unmetRequirements({ ...good, ...change })).toEqual([expect.stringContaining(word)]);
  });

  test.each(['15.0', '16.2 (Debian 16.2-1)', '18.4', '20beta1'])(
    'accepts version %s',
    (version) => {
      expect(unmetRequirements({ ...good, version })).toEqual([]);
    },
  );
});

describe('counts of tags', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  test('writes the row of a tag once when a statement adds it to many items', async () => {
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
});
