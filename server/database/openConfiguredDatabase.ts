// Opens, checks and migrates the configured database: an external PostgreSQL or the embedded one.
import type { Knex } from 'knex';
import type { Config } from '../config/config.ts';
import { limits } from '../config/limits.ts';
import type { Log } from '../shared/log.ts';
import { assertDatabase, asPoolerRefusal, assertPooler } from './assertDatabase.ts';
import { openDatabase } from './connection.ts';
import { openEmbeddedDatabase } from './embedded/embedded.ts';
import { prepareJobQueue } from './jobQueue.ts';
import { migrateToLatest } from './migrate.ts';

export interface ConfiguredDatabase {
  db: Knex;
  /** For work that needs one session over several transactions; equal to `db` without a pooler. */
  sessions: Knex;
  /** Address for separate connections, such as the job queue's, not through a pooler. */
  url: string;
  close(): Promise<void>;
}

/** Opens, migrates and checks the database. @throws UnsupportedDatabaseError for a server that does not meet the requirements */
export async function openConfiguredDatabase(
  config: Config,
  log: Log,
): Promise<ConfiguredDatabase> {
  const { directUrl } = config.database;
  const embedded = config.database.url
    ? null
    : await openEmbeddedDatabase({
        dataDir: config.dataDir,
        log,
        searchPath: config.searchPath,
      });
  const address = config.database.url ?? embedded?.url ?? '';
  const url = directUrl ?? address;
  const db = openDatabase(address, { log, isPooled: directUrl !== null });
  const sessions =
    directUrl === null
      ? db
      : openDatabase(directUrl, {
          log,
          poolMax: limits.database.sessions,
          applicationName: 'loadout sessions',
        });
  const close = async (): Promise<void> => {
    await db.destroy();
    if (sessions !== db) await sessions.destroy();
    await embedded?.stop();
  };
  try {
    await assertDatabase(sessions);
    if (sessions !== db) await assertPooler(db, sessions);
    await migrateToLatest(sessions, log);
    await prepareJobQueue(url, log);
    await assertDatabase(sessions);
  } catch (error) {
    await close();
    throw asPoolerRefusal(error);
  }
  return { db, sessions, url, close };
}
