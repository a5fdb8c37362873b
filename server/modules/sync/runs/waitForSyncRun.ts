// Waits for an active run without holding a connection of the pool.
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../../shared/domainError.ts';
import { minuteMs } from '../../../shared/durations.ts';

/** A run is being applied; nothing was done and the work may be retried. */
export class SyncRunActiveError extends Error {
  constructor() {
    super('A run settles the catalogue now');
    this.name = 'RunSettles';
  }
}

/** Maximum duration of applying a run. */
const maxMs = minuteMs;
const pauseMs = 100;

/**
 * Retries `work`, a transaction that begins with `lockOutRuns`, until no run is being applied.
 * @throws DomainError UNAVAILABLE (`databaseSlow`) after `waitMs`
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
