// The other bookmark of a merge, at the bookmarks service: to the trash, or out of it again. Every step may be made again.
import { DomainError } from '../../shared/domainError.ts';
import type { BookmarkService } from '../sync/bookmarks.ts';
import type { WriteOutcome } from '../sync/edit/bookmarkWriter.ts';
import type { TrashedBookmark } from '../sync/undo.ts';
import type { StoredMerge } from './merges.rows.ts';
import type { MergesSearch } from './merges.search.ts';
import type { MergesStore } from './merges.store.ts';

interface Options {
  store: Pick<MergesStore, 'one' | 'setState' | 'rememberTrashed' | 'waiting'>;
  search: Pick<MergesSearch, 'inService'>;
  /** Null when none is configured. */
  service: BookmarkService | null;
  /** Gives an item the bookmark that was made again, unless it has another one by now. */
  rebind(itemId: number, from: number, to: number): Promise<void>;
}

const callsMs = 40_000;
const atOnce = 100;
const unchanged: WriteOutcome = { state: 'unchanged', reason: null };
const written: WriteOutcome = { state: 'written', reason: null };

export const createOtherBookmarks = ({ store, search, service, rebind }: Options) => {
  const trash = async (to: BookmarkService, merge: StoredMerge, signal: AbortSignal) => {
    const id = merge.mergedBookmarkId ?? 0;
    const presence = await to.find(id, signal);
    if ('bookmark' in presence) {
      const { createdAt, ...rest } = presence.bookmark;
      const trashed: TrashedBookmark = { ...rest, createdAt: createdAt.toISOString() };
      await store.rememberTrashed(merge.id, trashed);
      await to.remove(id, signal);
    }
    // Taken back while it was being trashed.
    if (!(await store.setState(merge.id, 'trashWanted', 'trashed'))) await to.restore(id, signal);
  };

  const restore = async (to: BookmarkService, merge: StoredMerge, signal: AbortSignal) => {
    const id = merge.mergedBookmarkId ?? 0;
    const { state } = await to.find(id, signal);
    if (state === 'trashed') await to.restore(id, signal);
    if (state === 'absent' && merge.trashed) {
      const { id: _id, source: _source, createdAt, ...fields } = merge.trashed;
      const made = await to.create({ ...fields, createdAt: new Date(createdAt) }, signal);
      await rebind(merge.mergedId, id, made.id);
    }
    await store.setState(merge.id, 'restoreWanted', 'restored');
  };

  const steps = { trashWanted: trash, restoreWanted: restore } as const;

  /** Does what a merge or its undo wants of the other bookmark. @throws what the service throws */
  const step = async (merge: StoredMerge, signal: AbortSignal): Promise<WriteOutcome> => {
    const { bookmarkState: state } = merge;
    if (state !== 'trashWanted' && state !== 'restoreWanted') return unchanged;
    if (!service) return { state: 'waiting', reason: 'noService' };
    await steps[state](service, merge, signal);
    return written;
  };

  return {
    /** Those of these items whose bookmark can go to the trash. */
    trashable: async (ids: readonly number[]): Promise<Set<number>> =>
      service ? search.inService(ids) : new Set(),

    async settle(merge: StoredMerge): Promise<WriteOutcome> {
      const signal = AbortSignal.timeout(callsMs);
      try {
        return await step(merge, signal);
      } catch (error) {
        if (error instanceof DomainError && error.reason)
          return { state: 'waiting', reason: error.reason };
        if (signal.aborted) return { state: 'waiting', reason: 'bookmarksUnreachable' };
        throw error;
      }
    },

    /** All that wait; answers how many were done. @throws DomainError while the service is away */
    async settleAll(signal: AbortSignal): Promise<number> {
      const waiting = await store.waiting(atOnce);
      for (const merge of waiting) await step(merge, signal);
      return waiting.length;
    },
  };
};

export type OtherBookmarks = ReturnType<typeof createOtherBookmarks>;
