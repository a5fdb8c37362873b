// Resolution, undo and status change of one inconsistency under a lease: first the provider, then the catalogue.
import type { Member } from '../../people/accounts/accounts.module.ts';
import type { Leases } from './leases.ts';
import type { ResolutionAction } from '../inconsistencies.ts';
import type { StoredInconsistency } from './inconsistencies.store.ts';
import type { ResolutionWrites } from './resolutionWrites.ts';
import { cannotUndo, type ResolutionApplier } from './applyResolution.ts';

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
