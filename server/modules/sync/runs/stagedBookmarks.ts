// Staging of the bookmarks read by a run: in the database, or in memory for a rehearsal.
import type { Bookmark } from '../bookmarkProvider.ts';
import type { SyncStore } from './sync.store.ts';

export interface StagedBookmarks {
  put(bookmarks: readonly Bookmark[]): Promise<void>;
  /** A page of bookmarks, by ascending id. */
  page(runs: SyncStore, after: number, count: number): Promise<Bookmark[]>;
  byIds(bookmarkIds: readonly number[]): Promise<Bookmark[]>;
}

/** Stages bookmarks under a run; they are deleted with it. */
export const stageInDatabase = (store: SyncStore, runId: number): StagedBookmarks => ({
  put: (bookmarks) => store.stage(runId, bookmarks),
  page: (runs, after, count) => runs.staged(runId, after, count),
  byIds: (bookmarkIds) => store.stagedByIds(runId, bookmarkIds),
});

export function stageInMemory(): StagedBookmarks {
  const kept = new Map<number, Bookmark>();
  let inOrder: Bookmark[] | null = null;
  return {
    put: async (bookmarks) => {
      inOrder = null;
      for (const bookmark of bookmarks) kept.set(bookmark.id, bookmark);
    },
    page: async (_runs, after, count) => {
      inOrder ??= [...kept.values()].toSorted((one, other) => one.id - other.id);
      const from = inOrder.findIndex(({ id }) => id > after);
      return from === -1 ? [] : inOrder.slice(from, from + count);
    },
    byIds: async (bookmarkIds) => bookmarkIds.flatMap((id) => kept.get(id) ?? []),
  };
}
