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
  /** Whether there is a service that decisions can be written back to. */
  hasService: writes.hasService,

  /** Decides a difference that is new; after `deadline` nothing is written to the service any more. */
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

  /** Restores what both sides said before a decision; the difference is new again. */
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

  /** Ignores a new difference, or opens an ignored one again. */
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
