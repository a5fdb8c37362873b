// Source of migrations: the files of migrations/, ordered by number.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';

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
