// Waits for an active run without holding a connection of the pool.
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../../shared/domainError.ts';
import { minuteMs } from '../../../shared/durations.ts';

/** A run settles the catalogue now: nothing was done, and the same work may begin again. */
export class SyncRunActiveError extends Error {
  constructor() {
    super('A run settles the catalogue now');
    this.name = 'RunSettles';
  }
}

/** As long as a run may take to settle. */
const maxMs = minuteMs;
const pauseMs = 100;

/**
 * Does `work`, a transaction that begins with `refuseBesideRuns`, as soon as no run settles the catalogue.
 * @throws DomainError UNAVAILABLE (`databaseSlow`) when that takes longer than a run may take
 */
export async function waitForSyncRun<Result>(
  work: () => Promise<Result>,
  waitMs = maxMs,
): Promise<Result> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SyncRunActiveError)) throw error;
      if (performance.now() >= deadline) {
        throw new DomainError('UNAVAILABLE', 'A synchronisation is changing the catalogue.', {
          reason: 'databaseSlow',
          retryAfter: 2,
          cause: error,
        });
      }
      await pause(pauseMs);
    }
  }
}
