import { migrationStatus } from '../database/migrate.ts';
import { createTestDatabase } from './testDatabase.ts';

test('a test database is migrated, its own, and gone after the drop', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect((await migrationStatus(first.db)).pending).toEqual([]);
  await first.db.raw('create table only_in_first (id int)');
  expect(await first.db.schema.hasTable('only_in_first')).toBe(true);
  expect(await second.db.schema.hasTable('only_in_first')).toBe(false);

  const name = new URL(first.url).pathname.slice(1);
  await first.drop();
  const left = await second.db('pg_database').where({ datname: name });
  expect(left).toEqual([]);
  await second.drop();
});
