// Database connection of a command, next to a server that may be running.
import type { Knex } from 'knex';
import type { Config } from '../config/config.ts';
import { minuteMs } from '../shared/durations.ts';
import type { Log } from '../shared/log.ts';
import { openDatabase } from './connection.ts';
import { connectEmbedded } from './embedded/embedded.ts';

export interface CommandDatabase {
  db: Knex;
  url: string;
  /** Closes the connection, and stops an embedded database that was started for the command. */
  close(): Promise<void>;
}

/** A command may take longer than a page. */
const statementTimeoutMs = 10 * minuteMs;

/** Connects without migrating. */
export async function openCommandDatabase(config: Config, log: Log): Promise<CommandDatabase> {
  const embedded = config.database.url
    ? null
    : await connectEmbedded({ dataDir: config.dataDir, log, searchPath: config.searchPath });
  const url = config.database.directUrl ?? config.database.url ?? embedded?.url ?? '';
  const db = openDatabase(url, { log, statementTimeoutMs, applicationName: 'loadout command' });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await embedded?.stop();
    },
  };
}
