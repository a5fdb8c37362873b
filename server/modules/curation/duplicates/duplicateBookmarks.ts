// Bookmarks of merged duplicates: moves them to the trash or restores them; every step can be repeated.
import {
  type BookmarkProvider,
  type WriteOutcome,
  outcomeOfError,
  writeAll,
  type WriteRound,
  type TrashedBookmark,
} from '../../sync/sync.module.ts';
import type { DuplicateMergesQueries, StoredMerge } from './duplicateMerges.queries.ts';
import type { DuplicateMergesStore } from './duplicateMerges.store.ts';

interface Options {
  store: Pick<
    DuplicateMergesStore,
    'find' | 'setState' | 'rememberTrashed' | 'findWithPendingBookmark'
  >;
  search: Pick<DuplicateMergesQueries, 'inService'>;
  /** Null when none is configured. */
  service: BookmarkProvider | null;
  /** Binds an item to its recreated bookmark, unless it has another one. */
  rebind(itemId: number, from: number, to: number): Promise<void>;
}

const requestTimeoutMs = 40_000;
const unchanged: WriteOutcome = { state: 'unchanged', reason: null };
const written: WriteOutcome = { state: 'written', reason: null };

export const createDuplicateBookmarks = ({ store, search, service, rebind }: Options) => {
  const trash = async (to: BookmarkProvider, merge: StoredMerge, signal: AbortSignal) => {
    const id = merge.mergedBookmarkId ?? 0;
    const presence = await to.find(id, signal);
    if ('bookmark' in presence) {
      const { createdAt, ...rest } = presence.bookmark;
      const trashed: TrashedBookmark = { ...rest, createdAt: createdAt.toISOString() };
      await store.rememberTrashed(merge.id, trashed);
      await to.remove(id, signal);
    }
    // The merge was undone in the meantime.
    if (!(await store.setState(merge.id, 'trashWanted', 'trashed'))) await to.restore(id, signal);
  };

  const restore = async (to: BookmarkProvider, merge: StoredMerge, signal: AbortSignal) => {
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

  /** Trashes or restores the bookmark of the merged item. @throws errors of the provider */
  const step = async (merge: StoredMerge, signal: AbortSignal): Promise<WriteOutcome> => {
    const { bookmarkState: state } = merge;
    if (state !== 'trashWanted' && state !== 'restoreWanted') return unchanged;
    if (!service) return { state: 'waiting', reason: 'noService' };
    await steps[state](service, merge, signal);
    return written;
  };

  /** Does the same with a timeout; a failure is reported and retried later. */
  const apply = async (merge: StoredMerge, until?: AbortSignal): Promise<WriteOutcome> => {
    const inTime = AbortSignal.timeout(requestTimeoutMs);
    const signal = until ? AbortSignal.any([inTime, until]) : inTime;
    try {
      return await step(merge, signal);
    } catch (error) {
      return outcomeOfError(error, signal);
    }
  };

  return {
    /** Items whose bookmark can be moved to the trash. */
    trashable: async (ids: readonly number[]): Promise<Set<number>> =>
      service ? search.inService(ids) : new Set(),

    apply,

    /** Applies all pending changes; none without a provider. @throws errors other than those of the provider */
    applyAll: (signal: AbortSignal): Promise<WriteRound> =>
      writeAll({
        nextBatch: async (after, limit) =>
          service ? store.findWithPendingBookmark(after, limit) : [],
        idOf: (merge) => merge.id,
        write: (merge) => apply(merge, signal),
        signal,
      }),
  };
};

export type DuplicateBookmarks = ReturnType<typeof createDuplicateBookmarks>;
