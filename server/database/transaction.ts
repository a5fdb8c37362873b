// Runs work in one transaction, and again when PostgreSQL had to give up one of two that stood in each other's way.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { errorCode } from '../shared/errorCode.ts';

/** A transaction that a service hands on to what another room does alongside it; only compositions look inside. */
export type OpenTransaction = Knex.Transaction;

/** Serialization failure and deadlock: nothing was written, the same work may simply run again. */
const repeatable = new Set(['40001', '40P01']);
const tries = 3;
/** The one that gave up waits a little, up to this long, or it may take its place before the other has noticed. */
const maxPauseMs = 100;

/** Commits what `work` did, or rolls all of it back. `work` may run up to three times, so it must only touch `trx`. */
export async function inTransaction<Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === tries || !repeatable.has(errorCode(error))) throw error;
      await pause(maxPauseMs * (0.5 + Math.random() / 2));
    }
  }
}
