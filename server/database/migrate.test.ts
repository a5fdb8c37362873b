import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createTestDatabase } from '../testing/testDatabase.ts';
import { createLog } from '../shared/log.ts';
import { openDatabase } from './connection.ts';
import {
  migrateToLatest,
  migrationStatus,
  rebuildAt,
  rehearseMigrations,
  migrationLockTable,
  migrationNames,
} from './migrate.ts';

const log = createLog({ level: 'silent' });
const all = migrationNames();

test('migrates once when two start at once', async () => {
  const { db, url, drop } = await createTestDatabase('empty');
  const other = openDatabase(url);
  const results = await Promise.all([migrateToLatest(db, log), migrateToLatest(other, log)]);
  const status = await migrationStatus(db);
  await other.destroy();
  await drop();
  const applied = results.map(({ length }) => length).toSorted((a, b) => a - b);
  expect(applied).toEqual([0, all.length]);
  expect(status.applied.map(({ name }) => name)).toEqual(all);
  expect(status.pending).toEqual([]);
});

test('releases a lock left by a killed knex', async () => {
  const { db, drop } = await createTestDatabase('empty');
  await db.transaction((trx) => rebuildAt(trx, all.slice(0, -1)));
  await db(migrationLockTable).update({ is_locked: 1 });
  const names = await migrateToLatest(db, log);
  await drop();
  expect(names).toEqual(all.slice(-1));
});

test('rehearses with names and SQL, without a change', async () => {
  const { db, drop } = await createTestDatabase('empty');
  const { names, statements } = await rehearseMigrations(db);
  expect(names).toEqual(all);
  expect(statements.join('\n')).toMatch(/create table/i);
  expect((await migrationStatus(db)).applied).toEqual([]);
  expect(await db.schema.hasTable('items')).toBe(false);
  await drop();
});

test('does not block the next start after a kill', async () => {
  const { db, url, drop } = await createTestDatabase('empty');
  // An open transaction that creates this table blocks the starter on its name.
  const blocker = await db.transaction();
  await blocker.raw('create table companies (id int)');
  const starter = spawn(
    process.execPath,
    [join(import.meta.dirname, '../testing/migrateOnce.ts'), url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] },
    },
  );
  await once(starter.stdout, 'data');
  const isWaiting = async () => {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 20));
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  await blocker.rollback();
  const names = await migrateToLatest(db, log);
  await drop();
  expect(names).toEqual(all);
});

test('numbers the migrations without gaps', () => {
  expect(all.map((name) => Number(name.slice(0, 4)))).toEqual(all.map((_, place) => place + 1));
});
