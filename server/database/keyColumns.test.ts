// Keys as columns, and that PostgreSQL keeps the plan of a statement that reads by one of them.
import type { Knex } from 'knex';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { openDatabase } from './connection.ts';
import { keyColumn, keyColumns } from './keyColumns.ts';
import { runPrepared } from './prepared.ts';

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { poolMax: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('each column holds its values in the order of the keys, and nulls behind few of them', () => {
  const nulls = Array.from({ length: 8 }, () => null);
  expect(
    keyColumns([
      [1, 'a'],
      [2, null],
    ]),
  ).toEqual([
    [1, 2, ...nulls],
    ['a', null, ...nulls],
  ]);
  const many = Array.from({ length: 20 }, (_, place) => [place] as const);
  expect(keyColumns(many)).toEqual([many.flat()]);
  expect(keyColumn([1, 2])).toEqual([1, 2, ...nulls]);
  expect(keyColumn([])).toEqual([null, null, ...nulls]);
});

test('a statement that joins by one key is planned no more after the first times', async () => {
  const statement = {
    name: 'by_key',
    text: `
      select items.id from unnest($1::integer[]) with ordinality as asked (id, place)
      cross join lateral (select id from items where items.id = asked.id limit 1) as items
      join item_tags on item_id = items.id join tags on tags.id = tag_id`,
  };
  const plansOf = async (name: string) => {
    const { rows } = await db.raw<{ rows: { custom_plans: number }[] }>(
      'select custom_plans from pg_prepared_statements where name = ?',
      [name],
    );
    return rows[0]?.custom_plans;
  };
  for (let time = 0; time < 20; time += 1) await runPrepared(db, statement, keyColumns([[time]]));
  // PostgreSQL plans the first five times, to know what its plan for any key must not cost more than.
  expect(await plansOf('by_key')).toBe(5);
  const short = { ...statement, name: 'by_short_key' };
  for (let time = 0; time < 20; time += 1) await runPrepared(db, short, [[time]]);
  expect(await plansOf('by_short_key')).toBe(20);
});
