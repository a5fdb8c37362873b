// Merge bases of single items, on transactions that lock out runs.
import type { Clock } from '../../../shared/clock.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import { SyncRunActiveError } from './waitForSyncRun.ts';
import type { SyncStore } from './sync.store.ts';

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
