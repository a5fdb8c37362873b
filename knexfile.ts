// Configuration of knex’s own command line: `DATABASE_URL=… npx knex migrate:list`. The server migrates by itself.
import type { Knex } from 'knex';
import { readConfig, readEnvironment } from './server/config/config.ts';
import { migrationSource, migrationTable } from './server/database/migrate.ts';

const { database } = readConfig(readEnvironment());
if (database.url === null) {
  throw new Error(
    'Set DATABASE_URL; the embedded database is migrated by: npm run loadout -- migrate',
  );
}

const config: Knex.Config = {
  client: 'pg',
  connection: database.url,
  migrations: { migrationSource, tableName: migrationTable },
};

export default config;
