// Resolution, undo and status change of one inconsistency under a lease on all of its item, so that two admins never write at once: first the provider, then the catalogue.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError, keptRefusal } from '../../../shared/domainError.ts';
import type { Member } from '../../people/accounts/accounts.module.ts';
import { beingDecided, decidedMeanwhile, type ResolutionAction } from '../inconsistencies.ts';
import { cannotUndo, type DecisionTransaction, type ResolutionApplier } from './applyResolution.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import { type Lease, type ResolutionWrites, BookmarkChangedError } from './writeBack.ts';

interface LeaseOptions {
  store: InconsistenciesStore;
  inTransaction<Result>(work: (tx: DecisionTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** Time for all provider calls of one decision; shorter than the lease. */
const providerTimeLimitMs = 45_000;

export const createLeases = ({ store, inTransaction, clock }: LeaseOptions) => {
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

type Leases = ReturnType<typeof createLeases>;

interface Options {
  withLease: Leases;
  writes: ResolutionWrites;
  applier: ResolutionApplier;
}

export const createResolutions = ({ withLease, writes, applier }: Options) => ({
  hasService: writes.hasService,

  /** Resolves a new inconsistency; nothing is written to the provider after `deadline`. */
  resolve: (
    member: Member,
    row: StoredInconsistency,
    action: ResolutionAction,
    deadline?: AbortSignal,
  ): Promise<StoredInconsistency> =>
    withLease(row, async (held, hold) => {
      if (held.intent?.action !== action) await writes.revertIntent(held, hold, deadline);
      const outcome = await writes.decide(held, hold, action, deadline);
      return applier.decide({ member, leaseId: hold.id }, held.id, action, outcome);
    }),

  /** Undoes a decision; the inconsistency is new again. */
  async undo(
    member: Member,
    row: StoredInconsistency,
    deadline?: AbortSignal,
  ): Promise<StoredInconsistency> {
    if (!row.canUndo) throw cannotUndo();
    return withLease(row, async (held, hold) => {
      if (!held.canUndo) throw cannotUndo();
      const revert = await writes.undo(held, hold, deadline);
      return applier.undo({ member, leaseId: hold.id }, held.id, revert);
    });
  },

  /** Ignores a new inconsistency, or reopens an ignored one. */
  setStatus: (
    member: Member,
    row: StoredInconsistency,
    status: 'new' | 'ignored',
  ): Promise<StoredInconsistency> =>
    withLease(row, async (held, hold) => {
      await writes.revertIntent(held, hold);
      return applier.setStatus({ member, leaseId: hold.id }, held.id, status);
    }),
});

export type Resolutions = ReturnType<typeof createResolutions>;
