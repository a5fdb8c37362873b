// Preview of an import.
import {
  createYieldingScheduler,
  mapYielding,
  type YieldingScheduler,
} from '../../../shared/yieldingScheduler.ts';
import type { UnreadableBookmark } from '../bookmarkProvider.ts';
import type { ParsedBookmarkFile } from '../bookmarkFile.ts';
import {
  findImportDuplicates,
  toImportRows,
  duplicateKeys,
  type ImportRow,
  type DuplicateItem,
  type DuplicateKeys,
} from './importPreview.ts';
import { processRun, type RunReading, type RunInProgress } from './runSteps.ts';
import type { SyncTransaction } from './applyRun.ts';

export interface ImportPreview {
  rows: ImportRow[];
  /** At most 100. */
  unreadable: UnreadableBookmark[];
  unreadableCount: number;
  /** Removed bookmarks, which become inconsistencies. */
  goneCount: number;
  /** New tags of the rows. */
  newTags: string[];
  /** The recognised files; empty for the provider. */
  files: readonly ParsedBookmarkFile[];
}

const queryBatchSize = 500;

/** Items with these addresses or names, oldest first; queried in batches. */
async function findDuplicates(
  { items }: SyncTransaction,
  keys: readonly DuplicateKeys[],
  scheduler: YieldingScheduler,
): Promise<DuplicateItem[]> {
  const found = new Map<string, DuplicateItem>();
  for (let start = 0; start < keys.length; start += queryBatchSize) {
    const part = keys.slice(start, start + queryBatchSize);
    const duplicates = await items.findDuplicates(
      part.map(({ address }) => address),
      part.map(({ name }) => name),
    );
    // An item also has the addresses of items merged into it.
    for (const duplicate of duplicates)
      found.set(`${duplicate.id} ${duplicate.normalisedUrl}`, duplicate);
    await scheduler.next();
  }
  return [...found.values()].toSorted((one, other) => one.id - other.id);
}

/** Previews the effect of a run on each bookmark. */
export async function previewImport(
  run: RunInProgress,
  reading: RunReading,
  tx: SyncTransaction,
  files: readonly ParsedBookmarkFile[],
): Promise<ImportPreview> {
  const scheduler = createYieldingScheduler();
  const updates: ImportRow[] = [];
  await processRun({ ...run, scheduler }, tx, reading, {
    batch: async (_context, plan) => void updates.push(...toImportRows(plan)),
    deletions: async () => undefined,
  });
  // In the order of the source, because the first of several duplicates is the new one.
  const places = new Map(reading.bookmarkIds.map((id, place) => [id, place]));
  const fileRows = new Map(
    files.flatMap((file) => file.rows.map((row) => [row.bookmark.id, row] as const)),
  );
  const rows = updates
    .map((row) => ({ ...row, fileRow: fileRows.get(row.bookmark.id) ?? null }))
    .toSorted(
      (one, other) => (places.get(one.bookmark.id) ?? 0) - (places.get(other.bookmark.id) ?? 0),
    );
  const fresh = rows.filter(({ kind }) => kind === 'new').map(({ bookmark }) => bookmark);
  const keysOf = new Map(
    await mapYielding(
      fresh,
      (bookmark) => [bookmark.id, duplicateKeys(bookmark)] as const,
      scheduler,
    ),
  );
  const duplicates = await findDuplicates(tx, [...keysOf.values()], scheduler);
  const tags = new Set(fresh.flatMap((bookmark) => bookmark.tags));
  const { counts, failures } = run.outcome;
  return {
    rows: await findImportDuplicates(
      rows,
      keysOf,
      duplicates,
      await tx.items.replacedDemoItems(),
      scheduler,
    ),
    unreadable: failures,
    unreadableCount:
      files.length > 0 ? files.reduce((sum, file) => sum + file.leftOutCount, 0) : counts.failed,
    files,
    goneCount: counts.removed,
    newTags: tags.size > 0 ? await tx.items.unknownTags([...tags]) : [],
  };
}
