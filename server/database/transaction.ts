// Transactions with retry on conflicts.
import type { Knex } from 'knex';
import { retryOnConflict } from './retryOnConflict.ts';

/** A transaction that a service hands on to what another module does alongside it; only compositions look inside. */
export type OpenTransaction = Knex.Transaction;

/** Commits what `work` did, or rolls all of it back. `work` may run up to three times, so it must only touch `trx`. */
export const inTransaction = <Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> => retryOnConflict(() => db.transaction(work));

/** Runs work on stores that share one transaction. */
export type RunInTransaction<Stores> = <Result>(
  work: (stores: Stores) => Promise<Result>,
) => Promise<Result>;
