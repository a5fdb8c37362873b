// Database connection pool with time limits and type parsers.
import knex from 'knex';
import pg from 'pg';
import type { Knex } from 'knex';
import { limits } from '../config/limits.ts';
import type { Log } from '../shared/log.ts';
import { refuseWhenOverTime } from '../shared/requestTimeLimit.ts';
import { markConnectionError } from './databaseErrors.ts';
import { retryOnConflict } from './retryOnConflict.ts';

export interface DatabaseOptions {
  /** Connections at most. */
  poolMax?: number;
  /** Longest wait for a free connection. */
  acquireMs?: number;
  /** The server ends a statement after this long; 0 never. */
  statementTimeoutMs?: number;
  /** The server ends a transaction that has been doing nothing for this long; 0 never. */
  idleInTransactionMs?: number;
  /**
   * The address leads through a pooler that lends another session for each transaction: nothing is left in one, and the
   * pooler sets the time limits and the time zone (`assertPooler`).
   */
  isPooled?: boolean;
  /** The name under which `pg_stat_activity` shows the connections. */
  applicationName?: string;
  /** Receives broken connections, which the pool replaces by itself. */
  log?: Log;
}

const int8 = 20;

/** Counts come as numbers; a value too large for a number keeps its exact text. */
function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** The types of PostgreSQL as node-postgres reads them, except that int8 is a number where that is exact. */
const types = {
  getTypeParser: (oid: number, format: string) =>
    oid === int8 && format === 'text' ? parseInt8 : pg.types.getTypeParser(oid, format as 'text'),
};

const pooled = new WeakSet<object>();

/** Whether a statement that was prepared on the connection is still there in its next transaction. */
export const keepsPreparedStatements = (connection: object): boolean => !pooled.has(connection);

/**
 * Opens a database: a pool that connects on demand, outlives a restart of the database and never ends the process.
 * Whoever has no more time gets no connection. A statement outside a transaction that PostgreSQL had to give up is made again.
 * Every connection that is not pooled works in UTC with `statement_timeout` and `idle_in_transaction_session_timeout` set.
 *
 * @param url a `postgres://` address
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Knex {
  const {
    poolMax = limits.database.poolMax,
    acquireMs = limits.database.acquireMs,
    statementTimeoutMs = limits.database.statementMs,
    idleInTransactionMs = limits.database.idleInTransactionMs,
    isPooled = false,
    applicationName = 'loadout',
    log,
  } = options;
  const db = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: acquireMs,
      keepAlive: true,
      ...(isPooled
        ? {}
        : {
            statement_timeout: statementTimeoutMs || false,
            idle_in_transaction_session_timeout: idleInTransactionMs,
            options: '-c timezone=UTC',
          }),
      types,
    },
    acquireConnectionTimeout: acquireMs,
    // knex would write to the console by itself; who asked gets the error anyway.
    log: {
      warn: (message: unknown) => log?.debug(String(message)),
      error: (message: unknown) => log?.debug(String(message)),
      deprecate: (message: unknown) => log?.warn(String(message)),
      debug: (message: unknown) => log?.trace(String(message)),
    },
    pool: {
      min: 0,
      max: poolMax,
      afterCreate(connection: pg.Client, done: (error: Error | null, client: pg.Client) => void) {
        // Statements that wait for it fail with the same error, a tick later.
        connection.on('error', (err) =>
          log?.warn({ err: markConnectionError(err) }, 'a database connection broke'),
        );
        if (isPooled) pooled.add(connection);
        done(null, connection);
      },
    },
  });
  // A transaction takes its connection once, so none is cut in the middle.
  const { client } = db;
  const acquire = client.acquireConnection.bind(client) as () => Promise<unknown>;
  client.acquireConnection = async () => {
    refuseWhenOverTime();
    try {
      return await acquire();
    } catch (error) {
      throw markConnectionError(error);
    }
  };
  // Here come the statements of no transaction: one of those is given up and begun again as a whole.
  const ask = client._query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  client._query = (...asked: unknown[]) => retryOnConflict(() => ask(...asked));
  return db;
}
