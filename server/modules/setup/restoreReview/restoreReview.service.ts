// Review of a restored backup by admins and on the command line; every step is recorded.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import { parseInput } from '../../../shared/validation.ts';
import {
  adminInBrowser,
  requireAdmin,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import {
  noCounts,
  restoreFilter,
  restoreIds,
  type RestoreCounts,
  type RestoreFilter,
  type RestoreReview,
} from './restoreReview.ts';
import type { RestoreReviewStore } from './restoreReview.store.ts';

interface RestoreRooms {
  store: RestoreReviewStore;
  activity: Pick<AuditLog, 'record'>;
}

interface Options {
  store: RestoreReviewStore;
  inTransaction<Result>(work: (rooms: RestoreRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

export interface RestoreReviewPage {
  reviews: RestoreReview[];
  counts: RestoreCounts;
  total: number;
}

/** How many names the record keeps of one decision. */
const namesRecorded = 100;

/** Switches off what a restored database would let in, and records it; on the transaction of the restore. */
export async function suspendRestored(
  { store, activity }: RestoreRooms,
  now: Date,
  file: string | null,
): Promise<RestoreCounts> {
  const counts = await store.suspend(now);
  await activity.record({
    action: 'backup.restored',
    subjectType: 'backup',
    subjectId: '',
    before: null,
    after: { name: file, ...counts },
  });
  return counts;
}

export function createRestoreReview({ store, inTransaction, clock }: Options) {
  const list = async (filter: RestoreFilter): Promise<RestoreReviewPage> => {
    const { kind, ...window } = parseInput(restoreFilter, filter);
    const counts = await store.counts();
    const total =
      kind === null ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[kind];
    return { reviews: await store.page(kind, window), counts, total };
  };

  const decide = (
    ids: readonly number[] | null,
    isConfirmed: boolean,
    actorId: number | null,
  ): Promise<RestoreCounts> =>
    inTransaction(async ({ store: inside, activity }) => {
      const decided = await inside.decide(ids, isConfirmed);
      if (ids !== null && decided.length === 0)
        throw new DomainError('NOT_FOUND', 'Nothing of this waits for a confirmation');
      const counts = noCounts();
      for (const { kind } of decided) counts[kind] += 1;
      if (decided.length > 0)
        await activity.record({
          actorId,
          action: isConfirmed ? 'restore.confirmed' : 'restore.rejected',
          subjectType: 'backup',
          subjectId: '',
          before: null,
          after: {
            ...counts,
            names: decided
              .slice(0, namesRecorded)
              .map(({ kind, name, owner }) => `${kind}: ${name}${owner ? ` (${owner})` : ''}`),
          },
        });
      return counts;
    });

  const idsOf = (given: readonly string[]): number[] =>
    parseInput(restoreIds, [...given]).map(parseId);

  return {
    /** What waits, a page of it, with the number of each kind. @throws DomainError INVALID for a page past the limits */
    async list(viewer: Viewer, filter: RestoreFilter): Promise<RestoreReviewPage> {
      requireAdmin(viewer);
      return list(filter);
    },

    /** Makes these work again, or all that waits (null). @throws DomainError NOT_FOUND, FORBIDDEN (`sessionOnly`) for a token */
    async confirm(viewer: Viewer, ids: readonly string[] | null): Promise<RestoreCounts> {
      const { user } = adminInBrowser(viewer);
      return decide(ids && idsOf(ids), true, user.id);
    },

    /** Leaves these off for good. @throws DomainError as `confirm` */
    async reject(viewer: Viewer, ids: readonly string[]): Promise<RestoreCounts> {
      const { user } = adminInBrowser(viewer);
      return decide(idsOf(ids), false, user.id);
    },

    /** Forgets what was decided elsewhere, such as a token that was revoked for good. */
    removeSettled: (): Promise<void> => store.removeSettled(),

    /** The same without a browser: for whoever has the command line. */
    onCommandLine: {
      /** After a restore that Loadout has not made itself: everything that lets somebody in waits. */
      begin: (): Promise<RestoreCounts> =>
        inTransaction((rooms) => suspendRestored(rooms, clock(), null)),
      list,
      confirm: (ids: readonly string[] | null): Promise<RestoreCounts> =>
        decide(ids && idsOf(ids), true, null),
      reject: (ids: readonly string[]): Promise<RestoreCounts> => decide(idsOf(ids), false, null),
    },
  };
}
