// Lease on an inconsistency and all others of its item during a decision, so that two admins never write at once.
import type { Clock } from '../../../shared/clock.ts';
import { keptRefusal, DomainError } from '../../../shared/domainError.ts';
import { beingDecided, decidedMeanwhile } from '../inconsistencies.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import type { DecisionTransaction } from './applyResolution.ts';
import type { Lease } from './resolutionWrites.ts';
import { BookmarkChangedError } from './writeBack.ts';

interface Options {
  store: InconsistenciesStore;
  inTransaction<Result>(work: (tx: DecisionTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** Time for all provider calls of one decision; shorter than the lease. */
const providerTimeLimitMs = 45_000;

export const createLeases = ({ store, inTransaction, clock }: Options) => {
  const take = (row: StoredInconsistency): Promise<{ held: StoredInconsistency; claim: string }> =>
    inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      await tx.items.lock(row.itemId);
      const leaseId = await tx.store.acquireLease(row.id, row.status);
      const [now] = await tx.store.byIds([row.id]);
      if (leaseId && now) return { held: now, claim: leaseId };
      throw now?.status === row.status ? beingDecided() : decidedMeanwhile();
    });

  const releaseLeaseOf = async (id: number, leaseId: string, error: unknown): Promise<void> => {
    if (error instanceof BookmarkChangedError && error.newValue !== undefined)
      await store.updateNewValue(id, error.newValue, clock());
    // A conflict is not an error of the inconsistency.
    const isConflict = error instanceof DomainError && error.code === 'CONFLICT';
    const refusal = isConflict ? null : keptRefusal(error, 'The decision failed unexpectedly');
    await store.releaseLease(id, leaseId, refusal, clock());
  };

  /**
   * Runs `work` under a lease, which its decision ends; an error is stored on the inconsistency.
   * @throws DomainError CONFLICT when the status has changed or the item has another lease
   */
  return async <Result>(
    row: StoredInconsistency,
    work: (held: StoredInconsistency, hold: Lease) => Promise<Result>,
  ): Promise<Result> => {
    const { held, claim: leaseId } = await take(row);
    try {
      return await work(held, {
        id: leaseId,
        expiresAt: new Date(clock().getTime() + providerTimeLimitMs),
      });
    } catch (error) {
      // A lease that cannot be released expires.
      await releaseLeaseOf(row.id, leaseId, error).catch(() => undefined);
      throw error;
    }
  };
};

export type Leases = ReturnType<typeof createLeases>;
