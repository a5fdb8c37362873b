// Schema migrations: one transaction under an advisory lock.
import type { Knex } from 'knex';
import type { Log } from '../shared/log.ts';
import { UnsupportedDatabaseError } from './assertDatabase.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../migrations');
const form = /^\d{4}_\w+\.ts$/;

/** The file names of all migrations, oldest first. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => form.test(name))
    .sort();
}

/** Required by knex. */
const down = async () => {
  throw new Error('A migration is not undone: restore the backup that was made before it.');
};

/** The migration source of knex, here and on its command line. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => migrationNames(),
  getMigrationName: (name) => name,
  // A relative path, which Node and the test runner resolve alike.
  getMigration: async (name) => {
    const { up } = (await import(`../../migrations/${name}`)) as Pick<Knex.Migration, 'up'>;
    return { up, down };
  },
};

/** Table names of knex, pinned. */
export const migrationTable = 'knex_migrations';
export const migrationLockTable = `${migrationTable}_lock`;

/** Number of migrations that create the schema of version 0.2.0. */
export const baselineLength = 12;

/** The key of the advisory lock that starters wait for; PostgreSQL releases it when its holder ends. */
const lockKey = 5_176_001;
/** Longest wait of a starter for another one's migrations. */
const waitMs = 120_000;

interface MigrationStatus {
  applied: { name: string; at: Date }[];
  pending: string[];
}

const settings: Knex.MigratorConfig = { migrationSource, tableName: migrationTable };

/** Number of migrations of version 0.2.0, with the first and the last of them. */
const release020 = {
  count: 83,
  first: '0001_database_extensions.ts',
  last: '0083_accounts_deleted_indexes.ts',
};
/** Renumbered after the baseline; databases of development versions have the old names. */
const renamedMigrations: Readonly<Record<string, string>> = {
  '0084_accounts_provider_term.ts': '0013_accounts_provider_term.ts',
  '0085_restore_reviews.ts': '0014_restore_reviews.ts',
  '0086_addresses_of_pages.ts': '0015_addresses_of_pages.ts',
};

const isFromRelease020 = ([first]: readonly string[]): boolean => first === release020.first;

/** The rows of applied migrations after the baseline has replaced those of 0.2.0. */
const replaceByBaseline = <Row>(rows: readonly Row[]): Row[] => [
  ...rows.slice(0, baselineLength),
  ...rows.slice(release020.count),
];

/**
 * The current names of applied migrations, oldest first.
 *
 * @throws UnsupportedDatabaseError for those of a version before 0.2.0
 */
export function currentMigrationNames(names: readonly string[]): string[] {
  if (!isFromRelease020(names)) return [...names];
  if (names[release020.count - 1] !== release020.last)
    throw new UnsupportedDatabaseError(
      'This database or backup is older than version 0.2.0: start version 0.2.0 once (commit 7bb6f43b; a backup is restored there), then this one.',
    );
  return [
    ...migrationNames().slice(0, baselineLength),
    ...names.slice(release020.count).map((name) => renamedMigrations[name] ?? name),
  ];
}

interface AppliedRow {
  id: number;
  name: string;
  at: Date;
}

async function appliedRows(db: Knex): Promise<AppliedRow[]> {
  if (!(await db.schema.hasTable(migrationTable))) return [];
  return db(migrationTable).select('id', 'name', { at: 'migration_time' }).orderBy('id');
}

async function appliedMigrations(db: Knex): Promise<MigrationStatus['applied']> {
  const rows = await appliedRows(db);
  const names = rows.map(({ name }) => name);
  const kept = isFromRelease020(names) ? replaceByBaseline(rows) : rows;
  return currentMigrationNames(names).map((name, place) => ({ name, at: kept[place]!.at }));
}

/** Applied and pending migrations. Changes nothing. */
export async function migrationStatus(db: Knex): Promise<MigrationStatus> {
  const applied = await appliedMigrations(db);
  const names = new Set(applied.map(({ name }) => name));
  return { applied, pending: migrationNames().filter((name) => !names.has(name)) };
}

/** Records the baseline in a database of version 0.2.0, which has its schema. */
async function adoptBaseline(trx: Knex.Transaction): Promise<void> {
  const rows = await appliedRows(trx);
  const names = rows.map(({ name }) => name);
  if (!isFromRelease020(names)) return;
  const present = currentMigrationNames(names);
  const kept = replaceByBaseline(rows).map(({ id }) => id);
  await trx(migrationTable).whereNotIn('id', kept).delete();
  for (const [place, id] of kept.entries())
    await trx(migrationTable).where({ id }).update({ name: present[place] });
}

/**
 * Everything runs in one transaction, so that a killed starter changes nothing. Only a killed `npx knex` can leave the lock table
 * of knex locked; the holder of the advisory lock releases it.
 */
async function lockMigrations(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`set local lock_timeout = ${waitMs}`);
  await trx.raw('set local statement_timeout = 0');
  await trx.raw(`set local idle_in_transaction_session_timeout = ${waitMs}`);
  await trx.raw('select pg_advisory_xact_lock(?)', [lockKey]);
  if (await trx.schema.hasTable(migrationLockTable)) {
    await trx(migrationLockTable).where({ is_locked: 1 }).update({ is_locked: 0 });
  }
}

/** Applies pending migrations in a transaction of the caller. */
export async function migrateIn(trx: Knex.Transaction): Promise<string[]> {
  await lockMigrations(trx);
  await adoptBaseline(trx);
  const [, names] = (await trx.migrate.latest(settings)) as [number, string[]];
  return names;
}

/** Drops all tables and functions and creates them again with these migrations, in a transaction of the caller. */
export async function rebuildAt(trx: Knex.Transaction, names: readonly string[]): Promise<void> {
  await lockMigrations(trx);
  await trx.raw(`
    do $$ declare one text; begin
      for one in select format('drop table %s cascade', oid::regclass) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
      loop execute one; end loop;
      for one in select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      loop execute one; end loop;
    end $$`);
  await trx.migrate.latest({
    ...settings,
    migrationSource: { ...migrationSource, getMigrations: async () => [...names] },
  });
}

/**
 * Applies all pending migrations. Several starters at once run one after another.
 *
 * @returns the names of the applied migrations, oldest first
 */
export async function migrateToLatest(db: Knex, log: Log): Promise<string[]> {
  const { pending } = await migrationStatus(db);
  if (pending.length === 0) return [];
  const startedAt = performance.now();
  const names = await db.transaction(migrateIn);
  const ms = Math.round(performance.now() - startedAt);
  if (names.length > 0) log.info({ migrations: names, ms }, 'the database was migrated');
  return names;
}

class RehearsalRollback extends Error {}

/** Runs all pending migrations and rolls them back: tells if they would succeed, and the SQL they run. */
export async function rehearseMigrations(
  db: Knex,
): Promise<{ names: string[]; statements: string[] }> {
  let names: string[] = [];
  const statements: string[] = [];
  const { pending } = await migrationStatus(db);
  if (pending.length === 0) return { names, statements };
  const rehearsal = db.transaction(async (trx) => {
    const record = ({ sql }: { sql: string }) => void statements.push(sql);
    trx.on('query', record);
    names = await migrateIn(trx);
    trx.removeListener('query', record);
    throw new RehearsalRollback();
  });
  await rehearsal.catch((error: unknown) => {
    if (!(error instanceof RehearsalRollback)) throw error;
  });
  return { names, statements };
}
