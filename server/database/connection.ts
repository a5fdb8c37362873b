// Database connection pool with time limits and type parsers.
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { limits } from '../config/limits.ts';
import type { Log } from '../shared/log.ts';
import { refuseWhenOverTime } from '../shared/requestTimeLimit.ts';
import { markConnectionError } from './databaseErrors.ts';
import { retryOnConflict } from './transaction.ts';

export interface DatabaseOptions {
  /** Maximum number of connections. */
  poolMax?: number;
  /** Longest wait for a free connection, in ms. */
  acquireMs?: number;
  /** The server ends a statement after this long; 0 disables the limit. */
  statementTimeoutMs?: number;
  /** The server ends a transaction that is idle for this long; 0 disables the limit. */
  idleInTransactionMs?: number;
  /**
   * True when the address leads to a pooler in transaction mode: no session state is kept, and the pooler sets the time limits and
   * the time zone (`assertPooler`).
   */
  isPooled?: boolean;
  /** Name of the connections in `pg_stat_activity`. */
  applicationName?: string;
  /** Receives errors of broken connections, which the pool replaces by itself. */
  log?: Log;
}

const int8 = 20;

/** Parses int8 as a number; a value too large for a number keeps its exact text. */
function parseInt8(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

/** Parsers of node-postgres, except that int8 becomes a number where that is exact. */
const types = {
  getTypeParser: (oid: number, format: string) =>
    oid === int8 && format === 'text' ? parseInt8 : pg.types.getTypeParser(oid, format as 'text'),
};

const pooled = new WeakSet<object>();

/** True when a prepared statement survives the end of its transaction on this connection. */
export const keepsPreparedStatements = (connection: object): boolean => !pooled.has(connection);

/**
 * Opens a pool that connects on demand, survives a restart of the database and never ends the process. Callers over their time
 * limit get no connection. It retries a statement outside a transaction that PostgreSQL aborted because of a conflict. Every
 * connection that is not pooled uses UTC, `statement_timeout` and `idle_in_transaction_session_timeout`.
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
    // knex would log to the console; callers get the error anyway.
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
        // Pending statements fail with the same error one tick later.
        connection.on('error', (err) =>
          log?.warn({ err: markConnectionError(err) }, 'a database connection broke'),
        );
        if (isPooled) pooled.add(connection);
        done(null, connection);
      },
    },
  });
  // A transaction takes its connection once, so no transaction is interrupted.
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
  // Only statements outside transactions pass here; a transaction is retried as a whole.
  const ask = client._query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  client._query = (...asked: unknown[]) => retryOnConflict(() => ask(...asked));
  return db;
}
