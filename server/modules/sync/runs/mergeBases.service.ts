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
   * The first call of a transaction that decides about an item.
   * @throws RunSettles while a run settles the catalogue: the transaction is for `besideRuns` to begin again
   */
  async lockOutRuns(): Promise<void> {
    if (!(await runs.tryLockForDecision())) throw new SyncRunActiveError();
  },

  async of(itemId: number): Promise<MergeBase | null> {
    return (await store.of([itemId])).get(itemId) ?? null;
  },

  /** Says that the bookmark of an item is written now, until `endWriting`; false while somebody does already. */
  beginWrite: (itemId: number): Promise<boolean> => store.acquireWriteLease(itemId),

  endWrite: (itemId: number): Promise<void> => store.releaseWriteLease(itemId),

  /** Items with something that their bookmark does not say yet, after an id. */
  itemsToWrite: (afterId: number, limit: number): Promise<number[]> =>
    store.itemsToWrite(afterId, limit),

  /** Writes an agreement as decided now: a run that has begun to read before leaves the item alone. */
  save: (mergeBase: MergeBase): Promise<void> => store.put([{ ...mergeBase, agreedAt: clock() }]),
});

export type MergeBases = ReturnType<typeof createMergeBases>;
