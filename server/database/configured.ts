// Opens the database that the configuration names: a PostgreSQL of the company's own, or the embedded one.
import type { Knex } from 'knex';
import type { Config } from '../config.ts';
import type { Log } from '../shared/log.ts';
import { assertDatabase } from './assertDatabase.ts';
import { openDatabase } from './connection.ts';
import { openEmbeddedDatabase } from './embedded/embedded.ts';
import { prepareJobQueue } from './jobQueue.ts';
import { migrateToLatest } from './migrate.ts';

export interface ConfiguredDatabase {
  db: Knex;
  /** Address for those who need a connection of their own: the job queue. */
  url: string;
  close(): Promise<void>;
}

/** Opens, migrates and checks. @throws DatabaseUnfitError for a server that cannot carry Loadout. */
export async function openConfiguredDatabase(
  config: Config,
  log: Log,
): Promise<ConfiguredDatabase> {
  const embedded = config.database.url
    ? null
    : await openEmbeddedDatabase({
        dataDir: config.dataDir,
        log,
        searchPath: config.searchPath,
      });
  const url = config.database.url ?? embedded?.url ?? '';
  const db = openDatabase(url, { log });
  const close = async (): Promise<void> => {
    await db.destroy();
    await embedded?.stop();
  };
  try {
    await assertDatabase(db);
    await migrateToLatest(db, log);
    await prepareJobQueue(url, log);
    await assertDatabase(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, url, close };
}
