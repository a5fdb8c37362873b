// R8: a database of version 0.2.0 is migrated without loss; an older one is refused. R18: version 0.2.0 can run on the newer
// schema.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { hashSecret } from '../shared/secrets.ts';
import { createLog } from '../shared/log.ts';
import { startTestApp } from '../testing/testApp.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { allTables } from './backup/tableShapes.ts';
import {
  migrateToLatest,
  migrationStatus,
  rebuildAt,
  rehearseMigrations,
  baselineLength,
  migrationNames,
  migrationTable,
} from './migrate.ts';

/** Output of `pg_dump --inserts` for a database that version 0.2.0 created and filled. */
const dump = join(import.meta.dirname, 'fixtures/database-0.2.0.sql.gz');
const log = createLog({ level: 'silent' });
const all = migrationNames();
const baseline = all.slice(0, baselineLength);

const opened: TestDatabase[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.drop())));

async function anEmptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('empty');
  opened.push(database);
  return database;
}

async function aFormerDatabase(): Promise<TestDatabase> {
  const database = await anEmptyDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(gunzipSync(readFileSync(dump)).toString());
  await client.end();
  return database;
}

/** The schema in a fixed order. Trigger conditions lose their parentheses, of which a restored dump has fewer. */
async function shapeOf(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { line: string }[] }>(`
    select format('column %s.%s %s %s %s %s', table_name, ordinal_position, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public' and table_name not like 'knex%'
    union all
    select format('table %s %s', relname, relpersistence) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relname not like 'knex%'
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text not like '%knex%'
    union all
    select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'knex%'
    union all
    select format('trigger %s', translate(pg_get_triggerdef(oid), '()', '')) from pg_trigger where not tgisinternal
    union all
    select pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`);
  return rows.map(({ line }) => line);
}

/** The schema as pg_dump writes it; null without a pg_dump of the server's version. */
async function dumpedSchema({ db, url }: TestDatabase): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { server_version: string }[] }>('show server_version');
  const version = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const major = / (\d+)/.exec(version.stdout ?? '')?.[1];
  if (major !== rows[0]?.server_version.split('.')[0]) return null;
  const { stdout } = spawnSync(
    'pg_dump',
    ['--schema-only', '--no-owner', '--schema=public', '--exclude-table=knex*', url],
    { encoding: 'utf8' },
  );
  return stdout
    .replaceAll(/^\\(?:un)?restrict .*$/gm, '')
    .replaceAll(/^CREATE TRIGGER .*$/gm, (line) => line.replaceAll(/[()]/g, ''));
}

test('creates the schema of version 0.2.0 by the baseline', async () => {
  const [former, fresh] = [await aFormerDatabase(), await anEmptyDatabase()];
  await fresh.db.transaction((trx) => rebuildAt(trx, baseline));
  const [wanted, made] = [await shapeOf(former.db), await shapeOf(fresh.db)];
  const differing = [
    ...wanted.filter((line) => !made.includes(line)),
    ...made.filter((line) => !wanted.includes(line)),
  ];
  expect(wanted.length).toBeGreaterThan(500);
  expect(differing).toEqual([]);
  expect(await dumpedSchema(fresh)).toBe(await dumpedSchema(former));
});

/** The sorted values of each column. */
async function valuesOf(db: Knex): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  // Changes of data that many cards show add stamps.
  const tables = (await allTables(db)).filter(({ name }) => name !== 'card_stamps');
  for (const { name, columns } of tables) {
    const names = columns.map((column) => column.name);
    const lists = names.map(() => 'array_agg(??::text order by ??::text) as ??').join(', ');
    const { rows } = await db.raw<{ rows: Record<string, string[] | null>[] }>(
      `select ${lists} from ??`,
      [...names.flatMap((column) => [column, column, column]), name],
    );
    for (const column of names)
      values.set(`${name}.${column}`, JSON.stringify(rows[0]![column] ?? []));
  }
  return values;
}

test('upgrades a database of version 0.2.0 without loss, and the app works on it', async () => {
  const database = await aFormerDatabase();
  const { db } = database;
  const token = `lo_${'then'.repeat(10)}`;
  await db('api_tokens').insert({
    name: 'Build server',
    prefix: 'lo_thenth',
    token_hash: hashSecret(token),
    scope: 'admin',
    created_by: db('users').where({ is_admin: true }).min('id'),
    expires_at: '9999-01-01',
  });
  const before = await valuesOf(db);
  expect(JSON.parse(before.get('items.id')!).length).toBeGreaterThan(90);

  expect((await rehearseMigrations(db)).names).toEqual(all.slice(baselineLength));
  expect(await migrateToLatest(db, log)).toEqual(all.slice(baselineLength));
  expect((await migrationStatus(db)).applied.map(({ name }) => name)).toEqual(all);
  expect(await db(migrationTable).orderBy('id').pluck('name')).toEqual(all);
  const after = await valuesOf(db);
  const changed = [...before.keys()].filter((column) => after.get(column) !== before.get(column));
  expect(changed).toEqual([]);
  expect(await db('companies').where({ key: 'gdev' }).pluck('managed_accounts_only')).toEqual([
    null,
  ]);

  opened.splice(opened.indexOf(database), 1);
  const app = await startTestApp({ database });
  try {
    const admin = app.visitor();
    const asked = await admin.call<{ data: Record<string, never> }>(
      'POST',
      '/graphql',
      {
        query: `{
          searchKnowledge(search: "edited title") { total items { id titleEn } }
          useCases(itemId: 1) { id }
          complaints { id }
          inconsistencies { id }
          accounts { total }
        }`,
      },
      { Authorization: `Bearer ${token}` },
    );
    expect(asked.body).toMatchObject({
      data: {
        searchKnowledge: { items: expect.arrayContaining([expect.anything()]) },
        useCases: expect.anything(),
        complaints: expect.arrayContaining([expect.anything()]),
        inconsistencies: expect.arrayContaining([expect.anything()]),
      },
    });
  } finally {
    await app.close();
  }
});

test('refuses a database of a version before 0.2.0 without a change', async () => {
  const { db } = await aFormerDatabase();
  await db(migrationTable).where('id', '>', 50).delete();
  const before = { names: await db(migrationTable).pluck('name'), shape: await shapeOf(db) };
  await expect(migrateToLatest(db, log)).rejects.toThrow(/start version 0\.2\.0 once.*7bb6f43b/);
  expect({ names: await db(migrationTable).pluck('name'), shape: await shapeOf(db) }).toEqual(
    before,
  );
});

test('keeps the data of a development version between 0.2.0 and the baseline', async () => {
  const { db } = await aFormerDatabase();
  await migrateToLatest(db, log);
  const former = ['0084_accounts_provider_term.ts', '0085_restore_reviews.ts'];
  const names = Array.from({ length: 83 }, (_, place) =>
    place === 0
      ? '0001_database_extensions.ts'
      : place === 82
        ? '0083_accounts_deleted_indexes.ts'
        : `${place}`,
  );
  await db(migrationTable).delete();
  await db(migrationTable).insert(
    [...names, ...former].map((name) => ({ name, batch: 1, migration_time: new Date() })),
  );
  expect((await migrationStatus(db)).pending).toEqual(all.slice(baselineLength + former.length));
});

/** Schema objects that statements of a released server use: columns with types, functions, and unique constraints. */
async function reliedOn(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { line: string }[] }>(`
    select format('column %s.%s %s', table_name, column_name, udt_name) as line
      from information_schema.columns where table_schema = 'public' and table_name not like 'knex%'
    union all
    select format('function %s', oid::regprocedure) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select format('unique %s', pg_get_indexdef(indexrelid)) from pg_index
      where indisunique and indrelid::regclass::text not like '%knex%'
        and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
  return rows.map(({ line }) => line);
}

/** Constraints on inserted rows: required columns and constraints, with the name of their table. */
async function demandsOf(db: Knex): Promise<Map<string, string>> {
  const { rows } = await db.raw<{ rows: { line: string; name: string }[] }>(`
    select format('required %s.%s', table_name, column_name) as line, table_name::text as name
      from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO' and column_default is null
        and is_identity = 'NO' and is_generated = 'NEVER'
    union all
    select format('constraint %s %s', conname, pg_get_constraintdef(oid)), conrelid::regclass::text
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select pg_get_indexdef(indexrelid), indrelid::regclass::text from pg_index
      where indisunique and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
  return new Map(rows.map(({ line, name }) => [line, name]));
}

/** Constraints that are weaker than those of version 0.2.0, or concern columns that it does not write. */
const weakerDemands = [
  "constraint identities_provider_ck CHECK ((provider ~ '^[a-z][a-z0-9]*$'::text))",
  "constraint users_discipline_ck CHECK ((discipline ~ '^[a-z][a-z0-9_]*$'::text))",
  'constraint access_requests_batch_fk FOREIGN KEY (batch_id) REFERENCES access_requests(id) ON DELETE SET NULL',
];

test('R18: the newer schema accepts the reads and writes of version 0.2.0', async () => {
  const { db } = await aFormerDatabase();
  const [columns, demands] = [await reliedOn(db), await demandsOf(db)];
  const tables = new Set(demands.values());
  expect([columns.length > 500, tables.size > 50]).toEqual([true, true]);
  await migrateToLatest(db, log);
  const kept = new Set(await reliedOn(db));
  expect(columns.filter((line) => !kept.has(line))).toEqual([]);
  // Constraints that writes of version 0.2.0 satisfy are listed here (docs/decisions/0021).
  const added = [...(await demandsOf(db))].filter(
    ([line, name]) => tables.has(name) && !demands.has(line),
  );
  expect(added.map(([line]) => line)).toEqual(weakerDemands);
});
