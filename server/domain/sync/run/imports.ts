// An import as a person sees it before and while it happens: every row with what would become of it, and the chosen ones.
import type { Bookmark, BookmarkSource, UnreadableBookmark } from '../bookmarks.ts';
import { normaliseAddress } from '../normaliseAddress.ts';
import { findTwins, nameKey, rowsOf, type ImportRow } from './importPreview.ts';
import { settleAll, type Reading, type RunInProgress } from './run.ts';
import type { SyncRooms } from './settle.ts';

export interface ImportPreview {
  rows: ImportRow[];
  /** At most 100. */
  unreadable: UnreadableBookmark[];
  unreadableCount: number;
  /** Bookmarks of the service that are gone: they become differences. */
  goneCount: number;
  /** Tags that the new rows would bring. */
  newTags: string[];
}

/** Looks at every bookmark of a reading as a run would. */
export async function previewImport(
  run: RunInProgress,
  reading: Reading,
  rooms: SyncRooms,
): Promise<ImportPreview> {
  const settled: ImportRow[] = [];
  await settleAll(run, rooms, reading, {
    part: async (_settlement, plan) => void settled.push(...rowsOf(plan)),
    gone: async () => undefined,
  });
  const fresh = settled.filter(({ kind }) => kind === 'new').map(({ bookmark }) => bookmark);
  const items = await rooms.items.twins(
    fresh.map(({ link }) => normaliseAddress(link)),
    fresh.map(({ title }) => nameKey(title)),
  );
  const tags = new Set(fresh.flatMap((bookmark) => bookmark.tags));
  const { counts, failures } = run.outcome;
  return {
    rows: findTwins(settled, items),
    unreadable: failures,
    unreadableCount: counts.failed,
    goneCount: counts.removed,
    newTags: tags.size > 0 ? await rooms.items.unknownTags([...tags]) : [],
  };
}

const pageLength = 500;

/** Chosen bookmarks as a source of their own; what could not be read is named in the run too. */
export const sourceOf = (
  bookmarks: readonly Bookmark[],
  unreadable: readonly UnreadableBookmark[],
): BookmarkSource => ({
  kind: 'file',
  async *pages() {
    const expected = bookmarks.length;
    for (let start = 0; start === 0 || start < expected; start += pageLength) {
      yield {
        bookmarks: bookmarks.slice(start, start + pageLength),
        unreadable: start === 0 ? [...unreadable] : [],
        expected,
      };
    }
  },
});
