// Holds a difference while the bookmarks service is written to, so that two admins never write at once.
import type { Clock } from '../../shared/clock.ts';
import { DomainError, keptRefusal } from '../../shared/domainError.ts';
import type { SyncedItems } from '../knowledge/syncedItems.service.ts';
import type { Agreements } from '../sync/agreements.service.ts';
import type { BookmarkService } from '../sync/bookmarks.ts';
import { wordOfCatalogue } from './decision.ts';
import {
  decidedMeanwhile,
  notReached,
  type Inconsistency,
  type ResolutionAction,
} from './inconsistencies.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import {
  keepCatalogue,
  restoreBookmark,
  ServiceMovedOn,
  trashBookmark,
  undoWrite,
  type PutBack,
  type WrittenBack,
} from './writeBack.ts';

interface Options {
  store: InconsistenciesStore;
  items: Pick<SyncedItems, 'byIds'>;
  agreements: Pick<Agreements, 'of'>;
  /** Where decisions are written back; null when the service is not configured. */
  service: BookmarkService | null;
  clock: Clock;
}

/** How long a write to the service may take before the difference is free again. */
const busyMs = 60_000;

const nothingWritten: WrittenBack = { bookmark: null, undo: { bookmark: null, trashed: null } };

/** What a decision about a whole item does to its bookmark, and whether to one that is gone or to one that is there. */
const writeOf: Partial<Record<ResolutionAction, { ofGone: boolean; run: typeof trashBookmark }>> = {
  delete: { ofGone: false, run: trashBookmark },
  keep_item: { ofGone: true, run: restoreBookmark },
};

const serviceOff = () =>
  new DomainError('UNAVAILABLE', 'No bookmarks service is configured to write to', {
    reason: 'bookmarksOff',
  });

export const createServiceWrites = ({ store, items, agreements, service, clock }: Options) => {
  const subjectOf = async (row: Inconsistency) => {
    const [item] = await items.byIds([row.itemId]);
    const agreement = await agreements.of(row.itemId);
    if (!item || !agreement || item.bookmarkId === null) return null;
    return { row, item, agreement, bookmarkId: item.bookmarkId };
  };

  const giveBack = async (row: Inconsistency, error: unknown): Promise<void> => {
    if (error instanceof ServiceMovedOn) {
      if (error.newValue !== undefined) await store.refresh(row.id, error.newValue, clock());
      await store.giveBack(row.id, null, clock());
      return;
    }
    await store.giveBack(row.id, keptRefusal(error, 'The write failed unexpectedly'), clock());
  };

  /** Writes to the service, then settles; what goes wrong stays with the difference as its `error`. */
  const holding = async <Written, Result>(
    row: Inconsistency,
    write: (service: BookmarkService, signal: AbortSignal) => Promise<Written>,
    settle: (written: Written) => Promise<Result>,
    deadline?: AbortSignal,
  ): Promise<Result> => {
    const now = clock();
    const until = new Date(now.getTime() + busyMs);
    if (!(await store.claim(row.id, row.status, now, until))) throw decidedMeanwhile();
    try {
      if (!service) throw serviceOff();
      const signal = AbortSignal.any([
        AbortSignal.timeout(busyMs),
        ...(deadline ? [deadline] : []),
      ]);
      const written = await write(service, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        if (deadline?.aborted) throw notReached();
        throw new DomainError('UNAVAILABLE', 'The bookmarks service did not answer in time', {
          reason: 'bookmarksUnreachable',
          cause: error,
        });
      });
      return await settle(written);
    } catch (error) {
      await giveBack(row, error);
      throw error;
    }
  };

  return {
    /** Writes what a decision means for the service, if it means anything, and settles. After `deadline` nothing is written. */
    async decide<Result>(
      row: Inconsistency,
      action: ResolutionAction,
      settle: (written: WrittenBack) => Promise<Result>,
      deadline?: AbortSignal,
    ): Promise<Result> {
      if (action === 'keep_current_update_raindrop') {
        const subject = await subjectOf(row);
        if (!subject) throw decidedMeanwhile();
        const word = wordOfCatalogue(row, row.newValue, subject.item, subject.agreement);
        if (Object.keys(word).length === 0) return settle(nothingWritten);
        return holding(row, (to, signal) => keepCatalogue(to, subject, signal), settle, deadline);
      }
      const write = writeOf[action];
      if (write && service) {
        const subject = await subjectOf(row);
        const isGone = subject?.agreement.goneAt !== null;
        if (subject?.agreement.source === 'raindrop' && isGone === write.ofGone) {
          return holding(
            row,
            (to, signal) => write.run(to, subject.bookmarkId, signal),
            settle,
            deadline,
          );
        }
      }
      return settle(nothingWritten);
    },

    /** Gives the service back what it said before a decision, if it was written to, and settles. */
    async undo<Result>(
      row: StoredInconsistency,
      settle: (putBack: PutBack) => Promise<Result>,
    ): Promise<Result> {
      const { undo } = row;
      const isWritten = undo?.bookmark || undo?.trashed || undo?.restored;
      const subject = isWritten ? await subjectOf(row) : null;
      if (!undo || !subject) return settle({ bookmarkId: null });
      return holding(row, (to, signal) => undoWrite(to, { ...subject, undo }, signal), settle);
    },
  };
};

export type ServiceWrites = ReturnType<typeof createServiceWrites>;
