// What a decision, its undo, or a try that failed before mean for the bookmarks service, within the time that there is.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { SyncedItems } from '../../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkProvider } from '../bookmarkProvider.ts';
import {
  beingDecided,
  decidedMeanwhile,
  notReached,
  type NotWrittenReason,
  type ResolutionAction,
} from '../inconsistencies.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import type { WrittenUndo } from '../undo.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import { previewResolution } from './resolutionPreview.ts';
import { revertResolution, undoWrite, type Revert } from './revertBookmark.ts';
import {
  deletedInService,
  keepCatalogue,
  restoreBookmark,
  trashBookmark,
  type Write,
  type WrittenBack,
} from './writeBack.ts';

interface Options {
  store: InconsistenciesStore;
  items: Pick<SyncedItems, 'byIds'>;
  agreements: Pick<MergeBases, 'of'>;
  /** Where decisions are written back; null when the service is not configured. */
  service: BookmarkProvider | null;
  clock: Clock;
}

/** A claim on a difference, and the moment by which every call of the service for it has ended. */
export interface Hold {
  claim: string;
  until: Date;
}

/** What a decision has done at the service. */
export interface Outcome {
  /** The bookmark as it is now; null when none of its fields was written. */
  bookmark: Bookmark | null;
  undo: WrittenUndo;
  /** Why nothing was written although the decision is about the bookmark too. */
  reason: NotWrittenReason | null;
}

const writeOf: Partial<Record<ResolutionAction, (write: Write) => Promise<WrittenBack | null>>> = {
  keep_current_update_raindrop: keepCatalogue,
  delete: trashBookmark,
  keep_item: restoreBookmark,
};

const unwritten = (reason: NotWrittenReason | null): Outcome => ({
  bookmark: null,
  undo: { bookmark: null, trashed: null },
  reason,
});

const serviceOff = () =>
  new DomainError('UNAVAILABLE', 'No bookmarks service is configured to write to', {
    reason: 'bookmarksOff',
  });

const late = (cause?: unknown) =>
  new DomainError('UNAVAILABLE', 'The bookmarks service did not answer in time', {
    reason: 'bookmarksUnreachable',
    cause,
  });

export const createResolutionWrites = ({ store, items, agreements, service, clock }: Options) => {
  const subjectOf = async (row: StoredInconsistency) => {
    const [item] = await items.byIds([row.itemId]);
    const agreement = await agreements.of(row.itemId);
    if (!item || !agreement || item.bookmarkId === null) throw decidedMeanwhile();
    return { item, agreement, bookmarkId: item.bookmarkId };
  };

  /** Calls the service, within what is left of the time of the whole decision, and before `deadline`. */
  const calling = async <Result>(
    { until }: Hold,
    work: (service: BookmarkProvider, signal: AbortSignal) => Promise<Result>,
    deadline?: AbortSignal,
  ): Promise<Result> => {
    if (!service) throw serviceOff();
    const leftMs = until.getTime() - clock().getTime();
    if (leftMs <= 0) throw late();
    const signal = AbortSignal.any([AbortSignal.timeout(leftMs), ...(deadline ? [deadline] : [])]);
    return work(service, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      if (deadline?.aborted) throw notReached();
      throw late(error);
    });
  };

  return {
    hasService: service !== null,

    /** Takes back what an earlier try of another action has written: nothing of it was decided. */
    async takeBack(held: StoredInconsistency, hold: Hold, deadline?: AbortSignal) {
      const { intent } = held;
      if (!intent) return;
      const { bookmarkId } = await subjectOf(held);
      await calling(
        hold,
        (to, signal) => revertResolution(to, bookmarkId, intent, signal),
        deadline,
      );
      await store.intend(held.id, hold.claim, null);
    },

    /** Writes what a decision means for the service, if it means anything. After `deadline` nothing is written. */
    async decide(
      held: StoredInconsistency,
      hold: Hold,
      action: ResolutionAction,
      deadline?: AbortSignal,
    ): Promise<Outcome> {
      const offer = previewResolution(held, action, service !== null);
      const run = writeOf[action];
      const isTriedBefore = held.intent?.action === action;
      if (!run || (offer.bookmark === 'unchanged' && offer.isPossible && !isTriedBefore))
        return unwritten(offer.reason);
      if (offer.reason === 'bookmarkGone' && !isTriedBefore) throw deletedInService();
      const subject = await subjectOf(held);
      const written = await calling(
        hold,
        (to, signal) => {
          const intend: Write['intend'] = async (intent) => {
            if (!(await store.intend(held.id, hold.claim, { ...intent, action })))
              throw beingDecided();
          };
          return run({ ...subject, service: to, row: held, intend, signal });
        },
        deadline,
      );
      return written ? { ...written, reason: null } : unwritten('bookmarkGone');
    },

    /** Gives the service back what it said before a decision, if it was written to. */
    async undo(held: StoredInconsistency, hold: Hold, deadline?: AbortSignal): Promise<Revert> {
      const { undo } = held;
      if (!undo?.bookmark && !undo?.trashed && !undo?.restored) return { bookmarkId: null };
      const subject = await subjectOf(held);
      const remember = (madeAs: number) => store.remember(held.id, madeAs);
      return calling(
        hold,
        (to, signal) => undoWrite(to, { ...subject, undo, remember }, signal),
        deadline,
      );
    },
  };
};

export type ResolutionWrites = ReturnType<typeof createResolutionWrites>;
