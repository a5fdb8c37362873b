import { assertDatabase, DatabaseUnfitError, unmetRequirements } from './assertDatabase.ts';
import type { DatabaseFacts } from './assertDatabase.ts';
import { openDatabase } from './connection.ts';
import { createTestDatabase } from '../testing/testDatabase.ts';

const good: DatabaseFacts = {
  version: '18.4',
  encoding: 'UTF8',
  ctype: 'C.UTF-8',
  lowersCyrillic: true,
  similarity: 0.67,
};

test('the embedded database is fit, before and after its migrations', async () => {
  const [empty, migrated] = await Promise.all([
    createTestDatabase('empty'),
    createTestDatabase('migrated'),
  ]);
  expect((await assertDatabase(empty.db)).similarity).toBeNull();
  expect((await assertDatabase(migrated.db)).similarity).toBeGreaterThan(0.5);
  await Promise.all([empty.drop(), migrated.drop()]);
});

test('a database that is blind to Cyrillic letters is refused, with the remedy', async () => {
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
  expect(refusal).toBeInstanceOf(DatabaseUnfitError);
  expect(String(refusal)).toMatch(
    /lower\(\) does not know Cyrillic[\s\S]*similar words[\s\S]*CREATE DATABASE/,
  );
});

test.each<[Partial<DatabaseFacts>, string]>([
  [{ version: '14.9' }, 'too old'],
  [{ encoding: 'SQL_ASCII' }, 'SQL_ASCII'],
  [{ lowersCyrillic: false }, 'lower()'],
  [{ similarity: 0.5 }, 'similar words'],
])('%j is a reason against a database', (change, word) => {
  expect(unmetRequirements(good)).toEqual([]);
  expect(unmetRequirements({ ...good, ...change })).toEqual([expect.stringContaining(word)]);
});

test.each(['15.0', '16.2 (Debian 16.2-1)', '18.4', '20beta1'])(
  'version %s is new enough',
  (version) => {
    expect(unmetRequirements({ ...good, version })).toEqual([]);
  },
);
