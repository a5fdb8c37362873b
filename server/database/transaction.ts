// Transactions with retry on conflicts.
import type { Knex } from 'knex';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../shared/errorCode.ts';

/** Serialization failure and deadlock: nothing was written, so the work can be repeated. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 3;
/** Maximum of the random pause before a retry, which lets the other transaction continue first. */
const maxPauseMs = 100;

/** Retries atomic work, one statement or one transaction, which may run up to three times. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has(errorCode(error))) throw error;
      await pause(maxPauseMs * (0.5 + Math.random() / 2));
    }
  }
}

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
