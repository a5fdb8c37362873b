// An import as a person sees it before and while it happens: every row with what would become of it, and the chosen ones.
import {
  createYieldingScheduler,
  mapYielding,
  type YieldingScheduler,
} from '../../../shared/yieldingScheduler.ts';
import type { Bookmark, BookmarkSource, UnreadableBookmark } from '../bookmarkProvider.ts';
import {
  findImportDuplicates,
  rowsOf,
  duplicateKeys,
  type ImportRow,
  type DuplicateItem,
  type DuplicateKeys,
} from './importPreview.ts';
import { settleAll, type Reading, type RunInProgress } from './runSteps.ts';
import type { SyncTransaction } from './applyRun.ts';

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

const askedAtOnce = 500;

/** Items with these addresses or names, the oldest first; asked for in parts, so that no question is long. */
async function twinsOf(
  { items }: SyncTransaction,
  keys: readonly DuplicateKeys[],
  turns: YieldingScheduler,
): Promise<DuplicateItem[]> {
  const found = new Map<string, DuplicateItem>();
  for (let start = 0; start < keys.length; start += askedAtOnce) {
    const part = keys.slice(start, start + askedAtOnce);
    const twins = await items.findDuplicates(
      part.map(({ address }) => address),
      part.map(({ name }) => name),
    );
    // A service has the addresses of those that were merged into it too.
    for (const twin of twins) found.set(`${twin.id} ${twin.normalisedUrl}`, twin);
    await turns.next();
  }
  return [...found.values()].toSorted((one, other) => one.id - other.id);
}

/** Looks at every bookmark of a reading as a run would. */
export async function previewImport(
  run: RunInProgress,
  reading: Reading,
  rooms: SyncTransaction,
): Promise<ImportPreview> {
  const turns = createYieldingScheduler();
  const settled: ImportRow[] = [];
  await settleAll({ ...run, turns }, rooms, reading, {
    part: async (_settlement, plan) => void settled.push(...rowsOf(plan)),
    gone: async () => undefined,
  });
  // As the reading named them: the first of several is the one that is new.
  const places = new Map(reading.bookmarkIds.map((id, place) => [id, place]));
  const rows = settled.toSorted(
    (one, other) => (places.get(one.bookmark.id) ?? 0) - (places.get(other.bookmark.id) ?? 0),
  );
  const fresh = rows.filter(({ kind }) => kind === 'new').map(({ bookmark }) => bookmark);
  const keysOf = new Map(
    await mapYielding(fresh, (bookmark) => [bookmark.id, duplicateKeys(bookmark)] as const, turns),
  );
  const twins = await twinsOf(rooms, [...keysOf.values()], turns);
  const tags = new Set(fresh.flatMap((bookmark) => bookmark.tags));
  const { counts, failures } = run.outcome;
  return {
    rows: await findImportDuplicates(
      rows,
      keysOf,
      twins,
      await rooms.items.replacedDemoItems(),
      turns,
    ),
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
