// Retry of database work after serialization failures and deadlocks.
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../shared/errorCode.ts';

/** Serialization failure and deadlock: nothing was written, the same work may simply run again. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 3;
/** The one that gave up waits a little, up to this long, or it may take its place before the other has noticed. */
const maxPauseMs = 100;

/** Does work that PostgreSQL takes as a whole or not at all: one statement, or one transaction. It may run up to three times. */
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
