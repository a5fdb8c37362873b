import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { up as renewSearch } from '../../migrations/0025_search_renewed.ts';
import { loadDemoCatalogue } from '../demo/load.ts';
import { syncedItemsStore } from '../domain/knowledge/syncedItems.store.ts';
import { anItem } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/testDatabase.ts';
import { createLog } from '../shared/log.ts';
import { openDatabase } from './connection.ts';
import { currentMigrationName, renamedMigrations } from './formerMigrationNames.ts';
import {
  migrateExactlyTo,
  migrateToLatest,
  migrationStatus,
  rehearseMigrations,
} from './migrate.ts';
import {
  migrationLockTable,
  migrationNames,
  migrationSource,
  migrationTable,
} from './migrationSource.ts';

const log = createLog({ level: 'silent' });
const all = migrationNames();

/** Tables, columns, constraints, indexes, functions and triggers of our schema, in one order. */
async function shapeOf(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { line: string }[] }>(`
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public' and table_name not like 'knex%'
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text not like '%knex%'
    union all
    select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'knex%'
    union all
    select format('trigger %s', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`);
  return rows.map(({ line }) => line);
}

const shapeAfter = async (db: Knex, work: () => Promise<unknown>) => {
  await work();
  return shapeOf(db);
};

test('up, down and up again give the same database, and down gives an empty one', async () => {
  const { db, url, drop } = await createTestDatabase('empty');
  const slow = openDatabase(url, { statementTimeoutMs: 0 });
  const up = await shapeAfter(db, () => migrateToLatest(db, log));
  const down = await shapeAfter(db, () =>
    slow.migrate.rollback({ migrationSource, tableName: migrationTable }, true),
  );
  const again = await shapeAfter(db, () => migrateToLatest(db, log));
  await slow.destroy();
  await drop();
  expect(up.length).toBeGreaterThan(10);
  expect(down).toEqual([]);
  expect(again).toEqual(up);
});

test('the compared names go and come again on a filled database, and what is like a name is found by its index', async () => {
  const { db, drop } = await createTestDatabase();
  await loadDemoCatalogue(db, log);
  const names = [
    'İSTANBUL',
    'ΛΟΓΟΣ',
    'Тёмный  лес ',
    "DALL'E",
    'Ｗide',
    '\u00A0',
    'ё'.repeat(5_000),
  ];
  for (const titleRu of names) await anItem(db, { titleRu, titleEn: null });
  const wanted = ['istanbul', 'λογοσ', 'темный лес', 'dalle', 'wide', 'е'.repeat(5_000)];
  const rows = () =>
    db('items').orderBy('id').select('id', 'title_ru', 'title_en', 'source_url', 'is_demo');
  const found = async () =>
    (await syncedItemsStore(db).twins([], wanted)).map(({ titleRu }) => titleRu);
  const before = { rows: await rows(), found: await found(), shape: await shapeOf(db) };
  expect(before.rows.length).toBeGreaterThan(100);
  expect(before.found).toEqual(names.filter((name) => name !== '\u00A0'));

  const earlier = all.slice(0, all.indexOf('0075_knowledge_folded_names.ts'));
  await db.transaction((trx) => migrateExactlyTo(trx, earlier));
  expect(await rows()).toEqual(before.rows);
  const fresh = await createTestDatabase('empty');
  await fresh.db.transaction((trx) => migrateExactlyTo(trx, earlier));
  expect(await shapeOf(db)).toEqual(await shapeOf(fresh.db));
  await fresh.drop();
  expect(await migrateToLatest(db, log)).toEqual(all.slice(earlier.length));
  const again = { rows: await rows(), found: await found(), shape: await shapeOf(db) };
  expect(again).toEqual(before);
  const plan = await db.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    return trx.raw<{ rows: Record<string, string>[] }>(
      `explain select id from items where item_name_key(title_ru) = 'wide'`,
    );
  });
  expect(JSON.stringify(plan.rows)).toContain('items_name_ru_ix');
  await drop();
});

test('a search index without stamps, as early databases have it, is brought up to date', async () => {
  const { db, drop } = await createTestDatabase();
  const item = await anItem(db, { titleEn: 'Midjourney' });
  // In the database, the search stood before 0039.
  const before = all.slice(0, all.indexOf('0039_search_changes.ts'));
  await db.transaction((trx) => migrateExactlyTo(trx, before));
  const usual = await shapeOf(db);
  await db.raw('drop function search_stamps_add, search_stamp; drop table search_stamps');
  const renewed = await shapeAfter(db, () => renewSearch(db));
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select item_id from item_search where sv @@ plainto_tsquery('russian', 'midjourney')`,
  );
  await drop();
  expect(renewed).toEqual(usual);
  expect(rows).toEqual([{ item_id: item.id }]);
});

test('a database that has the indexes of what is closed already gets the others, as one that has none', async () => {
  const { db, drop } = await createTestDatabase();
  const usual = await shapeOf(db);
  const before = all.slice(0, all.indexOf('0083_accounts_deleted_indexes.ts'));
  await db.transaction((trx) => migrateExactlyTo(trx, before));
  await db.raw(
    `create index complaints_closed_ix on complaints (updated_at) where status in ('resolved', 'rejected')`,
  );
  const again = await shapeAfter(db, () => migrateToLatest(db, log));
  await drop();
  expect(again).toEqual(usual);
});

test('two starters at once migrate once', async () => {
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

test('a lock left by a killed knex is freed', async () => {
  const { db, drop } = await createTestDatabase('migrated');
  await db.migrate.down({ migrationSource, tableName: migrationTable });
  await db(migrationLockTable).update({ is_locked: 1 });
  const names = await migrateToLatest(db, log);
  await drop();
  expect(names).toEqual(all.slice(-1));
});

test('a rehearsal tells the names and the SQL, and changes nothing', async () => {
  const { db, drop } = await createTestDatabase('empty');
  const { names, statements } = await rehearseMigrations(db);
  expect(names).toEqual(all);
  expect(statements.join('\n')).toMatch(/create table/i);
  expect((await migrationStatus(db)).applied).toEqual([]);
  expect(await shapeOf(db)).toEqual([]);
  await drop();
});

test('a starter that is killed in the middle leaves nothing in the way of the next', async () => {
  const { db, url, drop } = await createTestDatabase('empty');
  // A lock on the role table's name is what the starter will wait for: hold it by an open transaction.
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

describe('names of migrations', () => {
  test('each has a number of its own, without a gap', () => {
    expect(all.map((name) => Number(name.slice(0, 4)))).toEqual(
      all.map((_name, place) => place + 1),
    );
  });

  test('every renamed migration is there, under one name', () => {
    expect(renamedMigrations.filter(([, now]) => !all.includes(now))).toEqual([]);
    expect(renamedMigrations.filter(([former]) => all.includes(former))).toEqual([]);
    expect(currentMigrationName(all[0]!)).toBe(all[0]);
  });

  test('a database of before the renaming goes on where it is', async () => {
    const { db, drop } = await createTestDatabase();
    const former = new Map(renamedMigrations.map(([before, now]) => [now, before]));
    const [last] = all.slice(-1);
    for (const [now, before] of former)
      await db(migrationTable).where({ name: now }).update({ name: before });
    expect((await migrationStatus(db)).pending).toEqual([]);

    // One is lacking: the others get their names, and only that one is applied.
    await db.migrate.down({
      migrationSource: renamedSource(former),
      tableName: migrationTable,
      name: former.get(last!) ?? last!,
    });
    expect((await migrationStatus(db)).pending).toEqual([last]);
    expect(await migrateToLatest(db, log)).toEqual([last]);
    expect(await db(migrationTable).orderBy('id').pluck('name')).toEqual(all);
    await drop();
  });
});

/** The migrations as they were called before. */
const renamedSource = (former: ReadonlyMap<string, string>): Knex.MigrationSource<string> => ({
  getMigrations: async () => all.map((name) => former.get(name) ?? name),
  getMigrationName: (name) => name,
  getMigration: (name) => migrationSource.getMigration(currentMigrationName(name)),
});

test('each migration has a number of its own, without a gap', () => {
  expect(all.map((name) => Number(name.slice(0, 4)))).toEqual(all.map((_, place) => place + 1));
});
