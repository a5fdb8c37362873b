// Brings the database to the newest shape: all or nothing, one starter at a time, with nothing left behind by a killed one.
import type { Knex } from 'knex';
import type { Log } from '../shared/log.ts';
import { currentMigrationName, renamedMigrations } from './formerMigrationNames.ts';
import {
  migrationLockTable,
  migrationNames,
  migrationSource,
  migrationTable,
} from './migrationSource.ts';

/** The key of the advisory lock that starters queue at; PostgreSQL frees it when its holder is gone. */
const lockKey = 5_176_001;
/** How long a starter waits for another one's migrations. */
const waitMs = 120_000;

export interface MigrationStatus {
  applied: { name: string; at: Date }[];
  pending: string[];
}

const settings: Knex.MigratorConfig = { migrationSource, tableName: migrationTable };

async function appliedMigrations(db: Knex): Promise<MigrationStatus['applied']> {
  if (!(await db.schema.hasTable(migrationTable))) return [];
  const rows: MigrationStatus['applied'] = await db(migrationTable)
    .select('name', { at: 'migration_time' })
    .orderBy('id');
  return rows.map(({ name, at }) => ({ name: currentMigrationName(name), at }));
}

/** Which migrations the database has, and which it lacks. Changes nothing. */
export async function migrationStatus(db: Knex): Promise<MigrationStatus> {
  const applied = await appliedMigrations(db);
  const names = new Set(applied.map(({ name }) => name));
  return { applied, pending: migrationNames().filter((name) => !names.has(name)) };
}

/** Gives the applied migrations the names that they bear now. */
async function renameApplied(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `update ?? as applied set name = renamed.now
     from unnest(?::text[], ?::text[]) as renamed (former, now) where applied.name = renamed.former`,
    [
      migrationTable,
      renamedMigrations.map(([former]) => former),
      renamedMigrations.map(([, now]) => now),
    ],
  );
}

/**
 * Everything happens in one transaction: a starter that is killed leaves the database as it was. The lock table of knex
 * can only be left locked by a killed `npx knex`; whoever holds the advisory lock frees it.
 */
async function lockMigrations(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`set local lock_timeout = ${waitMs}`);
  await trx.raw('set local statement_timeout = 0');
  await trx.raw(`set local idle_in_transaction_session_timeout = ${waitMs}`);
  await trx.raw('select pg_advisory_xact_lock(?)', [lockKey]);
  if (await trx.schema.hasTable(migrationLockTable)) {
    await trx(migrationLockTable).where({ is_locked: 1 }).update({ is_locked: 0 });
  }
  if (await trx.schema.hasTable(migrationTable)) await renameApplied(trx);
}

/** Applies what is lacking, in a transaction of the caller's. */
export async function migrateIn(trx: Knex.Transaction): Promise<string[]> {
  await lockMigrations(trx);
  const [, names] = (await trx.migrate.latest(settings)) as [number, string[]];
  return names;
}

/** Brings the database to exactly these migrations, in a transaction of the caller's: back where it must, then on. */
export async function migrateExactlyTo(
  trx: Knex.Transaction,
  wanted: readonly string[],
): Promise<void> {
  await lockMigrations(trx);
  const applied = (await appliedMigrations(trx)).map(({ name }) => name);
  const differs = applied.findIndex((name, place) => name !== wanted[place]);
  const common = differs === -1 ? applied.length : differs;
  for (const name of applied.slice(common).toReversed())
    await trx.migrate.down({ ...settings, name });
  for (const name of wanted.slice(common)) await trx.migrate.up({ ...settings, name });
}

/**
 * Applies all migrations that the database lacks. Safe to call from several starters at once: they go one after another.
 *
 * @returns the names of the migrations that were applied, oldest first
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

class Rehearsed extends Error {}

/** Runs all pending migrations and takes them back: tells whether they would succeed, and the SQL they run. */
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
    throw new Rehearsed();
  });
  await rehearsal.catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error;
  });
  return { names, statements };
}
