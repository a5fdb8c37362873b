// Provider side of a resolution or its undo, within the time limit of the lease.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { SyncedItems } from '../../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkProvider } from '../bookmarkProvider.ts';
import {
  beingDecided,
  decidedMeanwhile,
  type NotWrittenReason,
  type ResolutionAction,
  timeExhausted,
  type WrittenUndo,
} from '../inconsistencies.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import { previewResolution } from './resolution.ts';
import {
  bookmarkGone,
  restoreBookmark,
  type Revert,
  revertIntent,
  trashBookmark,
  undoWrite,
  writeCatalogueValue,
  type WriteRequest,
  type WrittenBack,
} from './writeBack.ts';

interface Options {
  store: InconsistenciesStore;
  items: Pick<SyncedItems, 'byIds'>;
  mergeBases: Pick<MergeBases, 'of'>;
  provider: BookmarkProvider | null;
  clock: Clock;
}

/** A lease, and the time by which all provider calls must have ended. */
export interface Lease {
  id: string;
  expiresAt: Date;
}

export interface ProviderOutcome {
  /** The bookmark after the write; null when no field was written. */
  bookmark: Bookmark | null;
  undo: WrittenUndo;
  /** Reason why nothing was written. */
  reason: NotWrittenReason | null;
}

const writers: Partial<
  Record<ResolutionAction, (write: WriteRequest) => Promise<WrittenBack | null>>
> = {
  keep_current_update_raindrop: writeCatalogueValue,
  delete: trashBookmark,
  keep_item: restoreBookmark,
};

const notWritten = (reason: NotWrittenReason | null): ProviderOutcome => ({
  bookmark: null,
  undo: { bookmark: null, trashed: null },
  reason,
});

const providerNotConfigured = () =>
  new DomainError('UNAVAILABLE', 'No bookmarks service is configured to write to', {
    reason: 'bookmarksOff',
  });

const timedOut = (cause?: unknown) =>
  new DomainError('UNAVAILABLE', 'The bookmarks service did not answer in time', {
    reason: 'bookmarksUnreachable',
    cause,
  });

export const createResolutionWrites = ({ store, items, mergeBases, provider, clock }: Options) => {
  const subjectOf = async (row: StoredInconsistency) => {
    const [item] = await items.byIds([row.itemId]);
    const mergeBase = await mergeBases.of(row.itemId);
    if (!item || !mergeBase || item.bookmarkId === null) throw decidedMeanwhile();
    return { item, mergeBase, bookmarkId: item.bookmarkId };
  };

  /** Calls the provider within the time of the lease and before `deadline`. */
  const calling = async <Result>(
    { expiresAt }: Lease,
    work: (provider: BookmarkProvider, signal: AbortSignal) => Promise<Result>,
    deadline?: AbortSignal,
  ): Promise<Result> => {
    if (!provider) throw providerNotConfigured();
    const leftMs = expiresAt.getTime() - clock().getTime();
    if (leftMs <= 0) throw timedOut();
    const signal = AbortSignal.any([AbortSignal.timeout(leftMs), ...(deadline ? [deadline] : [])]);
    return work(provider, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      if (deadline?.aborted) throw timeExhausted();
      throw timedOut(error);
    });
  };

  return {
    hasService: provider !== null,

    /** Reverts the interrupted write of another action. */
    async revertIntent(held: StoredInconsistency, hold: Lease, deadline?: AbortSignal) {
      const { intent } = held;
      if (!intent) return;
      const { bookmarkId } = await subjectOf(held);
      await calling(hold, (to, signal) => revertIntent(to, bookmarkId, intent, signal), deadline);
      await store.saveIntent(held.id, hold.id, null);
    },

    /** Writes the action to the provider if it concerns the bookmark; never after `deadline`. */
    async decide(
      held: StoredInconsistency,
      hold: Lease,
      action: ResolutionAction,
      deadline?: AbortSignal,
    ): Promise<ProviderOutcome> {
      const offer = previewResolution(held, action, provider !== null);
      const run = writers[action];
      const isTriedBefore = held.intent?.action === action;
      if (!run || (offer.bookmark === 'unchanged' && offer.isPossible && !isTriedBefore))
        return notWritten(offer.reason);
      if (offer.reason === 'bookmarkGone' && !isTriedBefore) throw bookmarkGone();
      const subject = await subjectOf(held);
      const written = await calling(
        hold,
        (to, signal) => {
          const intend: WriteRequest['saveIntent'] = async (intent) => {
            if (!(await store.saveIntent(held.id, hold.id, { ...intent, action })))
              throw beingDecided();
          };
          return run({ ...subject, provider: to, row: held, saveIntent: intend, signal });
        },
        deadline,
      );
      return written ? { ...written, reason: null } : notWritten('bookmarkGone');
    },

    /** Reverts the write of a decision. */
    async undo(held: StoredInconsistency, hold: Lease, deadline?: AbortSignal): Promise<Revert> {
      const { undo } = held;
      if (!undo?.bookmark && !undo?.trashed && !undo?.restored) return { bookmarkId: null };
      const subject = await subjectOf(held);
      const remember = (madeAs: number) => store.saveRecreatedBookmark(held.id, madeAs);
      return calling(
        hold,
        (to, signal) => undoWrite(to, { ...subject, undo, saveRecreated: remember }, signal),
        deadline,
      );
    },
  };
};

export type ResolutionWrites = ReturnType<typeof createResolutionWrites>;
