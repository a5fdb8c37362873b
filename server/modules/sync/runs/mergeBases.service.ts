// Merge bases of single items, on transactions that lock out runs and wait for them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { SyncStore } from './sync.store.ts';

/** A run is being applied; nothing was done and the work may be retried. */
class SyncRunActiveError extends Error {
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

interface Options {
  store: MergeBasesStore;
  runs: Pick<SyncStore, 'tryLockForDecision'>;
  clock: Clock;
}

export const createMergeBases = ({ store, runs, clock }: Options) => ({
  /**
   * Must be the first call of a transaction that decides about an item.
   * @throws SyncRunActiveError while a run is being applied; `waitForSyncRun` restarts the transaction
   */
  async lockOutRuns(): Promise<void> {
    if (!(await runs.tryLockForDecision())) throw new SyncRunActiveError();
  },

  async of(itemId: number): Promise<MergeBase | null> {
    return (await store.of([itemId])).get(itemId) ?? null;
  },

  /** Acquires the write lease on a bookmark; false when it is taken. */
  beginWrite: (itemId: number): Promise<boolean> => store.acquireWriteLease(itemId),

  endWrite: (itemId: number): Promise<void> => store.releaseWriteLease(itemId),

  /** Items with unwritten fields, after an id. */
  itemsToWrite: (afterId: number, limit: number): Promise<number[]> =>
    store.itemsToWrite(afterId, limit),

  /** Saves a merge base with the current time, so that a run that began earlier skips the item. */
  save: (mergeBase: MergeBase): Promise<void> => store.put([{ ...mergeBase, agreedAt: clock() }]),
});

export type MergeBases = ReturnType<typeof createMergeBases>;
