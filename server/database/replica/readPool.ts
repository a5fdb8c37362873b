// A knex whose statements go to a replica where the request may read there, and to the primary otherwise; one that fails
// on the replica is run again on the primary. For reads only: nothing here may be part of a transaction.
import knex from 'knex';
import type { Knex } from 'knex';
import type { QueryConfig, QueryResult } from 'pg';
import { DomainError } from '../../shared/domainError.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { isDatabaseAway } from '../databaseErrors.ts';
import type { ReplicaWatch } from './watch.ts';

/** What knex and `runPrepared` need of a connection of node-postgres. */
interface Connection {
  query(config: QueryConfig): Promise<QueryResult>;
}

type Answered = (error: unknown, result?: QueryResult) => void;

/** A connection of one of the two pools; the other may join it when the replica fails. */
interface RoutedConnection {
  __knexUid: string;
  query(config: QueryConfig): Promise<QueryResult>;
  query(config: QueryConfig, answered: Answered): void;
  release(): void;
}

export interface ReadPoolOptions {
  primary: Knex;
  replica: Knex;
  watch: ReplicaWatch;
  /** Whether who is asking now may read from the replica. */
  mayUseReplica(): Promise<boolean>;
  /** Who is asking now was sent to the primary in the middle of their work, and stays there: time never goes back. */
  stayOnPrimary(): void;
  /** Told of each statement where it was answered. */
  count(from: 'primary' | 'replica'): void;
}

/** PostgreSQL ended the statement because it took too long; on the primary it would take as long again. */
const tookTooLong = '57014';

let connections = 0;

function routed(
  onReplica: Connection | null,
  { primary, replica, watch, stayOnPrimary, count }: ReadPoolOptions,
): RoutedConnection {
  let onPrimary: Promise<Connection> | null = null;
  let isBroken = false;

  const askPrimary = async (config: QueryConfig): Promise<QueryResult> => {
    stayOnPrimary();
    onPrimary ??= primary.client.acquireConnection() as Promise<Connection>;
    const result = await (await onPrimary).query(config);
    count('primary');
    return result;
  };

  const ask = async (config: QueryConfig): Promise<QueryResult> => {
    if (!onReplica || isBroken) return askPrimary(config);
    try {
      const result = await watch.orGivenUp(onReplica.query(config));
      count('replica');
      return result;
    } catch (error) {
      if (errorCode(error) === tookTooLong) throw error;
      if (errorCode(error) === '' || isDatabaseAway(error)) {
        isBroken = true;
        watch.suspect(error);
      }
      return askPrimary(config);
    }
  };

  function query(config: QueryConfig): Promise<QueryResult>;
  function query(config: QueryConfig, answered: Answered): void;
  function query(config: QueryConfig, answered?: Answered): Promise<QueryResult> | void {
    const asked = ask(config);
    if (!answered) return asked;
    asked.then((result) => answered(null, result), answered);
  }

  return {
    __knexUid: `read${(connections += 1)}`,
    query,
    release() {
      if (onReplica) {
        // knex ends a connection that bears this mark instead of lending it again.
        if (isBroken) Object.assign(onReplica, { __knex__disposed: 'the replica was given up' });
        void replica.client.releaseConnection(onReplica);
      }
      onPrimary?.then(
        (connection) => void primary.client.releaseConnection(connection),
        // Whoever asked has got this error already.
        () => undefined,
      );
    },
  };
}

/** Opens the reading knex. The pools belong to `primary` and `replica`, which are closed by who opened them. */
export function openReadPool(options: ReadPoolOptions): Knex {
  const { replica, watch, mayUseReplica } = options;

  const choose = async (): Promise<RoutedConnection> => {
    if (!watch.isUp() || !(await mayUseReplica())) return routed(null, options);
    try {
      return routed((await replica.client.acquireConnection()) as Connection, options);
    } catch (error) {
      // Neither a full pool nor the end of the asker's time is a sign of death.
      if (!(error instanceof knex.KnexTimeoutError || error instanceof DomainError))
        watch.suspect(error);
      return routed(null, options);
    }
  };

  const pool = {
    acquire: () => ({ promise: choose() }),
    release(connection: RoutedConnection): boolean {
      connection.release();
      return true;
    },
    destroy: async () => undefined,
    // By these three knex knows a pool of this kind.
    numFree: () => 0,
    numUsed: () => 0,
    numPendingAcquires: () => 0,
  };
  return knex({ client: 'pg', connectionPool: pool });
}
