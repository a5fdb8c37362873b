// Transactions with retry on conflicts.
import type { Knex } from 'knex';
import { retryOnConflict } from './retryOnConflict.ts';

/** An opaque transaction that a service passes to another module; only compositions use its content. */
export type OpenTransaction = Knex.Transaction;

/** Commits the changes of `work`, or rolls them back. `work` may run up to three times, so it must only use `trx`. */
export const inTransaction = <Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> => retryOnConflict(() => db.transaction(work));

/** Runs work with stores that share one transaction. */
export type RunInTransaction<Stores> = <Result>(
  work: (stores: Stores) => Promise<Result>,
) => Promise<Result>;
