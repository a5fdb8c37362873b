// Preview of an import: rows of the file, duplicates of items, and what would change.
import { limits } from '../../../config/limits.ts';
import { foldLetters } from '../../search/search.module.ts';
import {
  mapYielding,
  type YieldingScheduler,
  createYieldingScheduler,
} from '../../../shared/yieldingScheduler.ts';
import type { InconsistencyType } from '../inconsistencies.ts';
import type { Bookmark, UnreadableBookmark } from '../bookmarkProvider.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { SyncCounts, SyncFailure } from '../syncStatus.ts';
import type { FileBookmark, ParsedBookmarkFile } from '../bookmarkFile.ts';
import type { BatchPlan, SyncTransaction } from './applyRun.ts';
import { folderKey, isChosenRow, type FileRowChoice, type RowPlace } from './fileRows.ts';
import { processRun, type RunReading, type RunInProgress } from './runSteps.ts';

/** In display order. */
export const importRowKinds = ['new', 'changed', 'sameAddress', 'sameName', 'known'] as const;

export type ImportRowKind = (typeof importRowKinds)[number];

/** An item, or an earlier row of the same import (`id` null), that duplicates a row. */
export interface ImportDuplicate {
  id: number | null;
  titleRu: string | null;
  titleEn: string | null;
}

export interface ImportRow {
  bookmark: Bookmark;
  kind: ImportRowKind;
  duplicate: ImportDuplicate | null;
  /** The demo item with its address, which this row replaces. */
  replacedDemoItem: ImportDuplicate | null;
  /** Inconsistencies that the row raises. */
  inconsistencies: InconsistencyType[];
  /** Row of the file; null for a bookmark of the provider. */
  fileRow: FileBookmark | null;
}

export interface DuplicateItem {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  normalisedUrl: string;
}

interface DuplicateKeys {
  address: string;
  name: string;
}

/**
 * Chosen rows: those of `kinds` that the choice of file rows includes, without the bookmark ids of `exclude`, plus
 * those of `include`.
 */
export interface ImportChoice extends FileRowChoice {
  kinds: readonly ImportRowKind[];
  exclude: readonly number[];
  include: readonly number[];
}

export interface PastImport {
  id: number;
  startedAt: Date;
  finishedAt: Date;
  startedBy: string;
  counts: SyncCounts;
  failures: SyncFailure[];
  undoneAt: Date | null;
  /** Number of its added items that still exist. */
  itemsLeft: number;
}

/** Reason why undoing an import keeps an item. */
export type ImportSkipReason =
  | 'used'
  | 'described'
  | 'reported'
  | 'requested'
  | 'proposed'
  | 'noted'
  | 'merged'
  | 'synced'
  | 'changed';

export interface ImportedItem {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  /** Reason to keep it; null when nobody has used or changed it. */
  reason: ImportSkipReason | null;
  /** The same for the time before it replaced a demo item. */
  formerReason: ImportSkipReason | null;
}

/** An item that stays when the import is undone. */
export type SkippedItem = Omit<ImportedItem, 'reason' | 'formerReason'> & {
  reason: ImportSkipReason;
};

/** Key for comparing names: folded letters, single spaces. */
const nameKey = (name: string): string => foldLetters(name).trim().replaceAll(/\s+/g, ' ');

const duplicateKeys = ({ link, title }: Bookmark): DuplicateKeys => ({
  address: normaliseAddress(link),
  name: nameKey(title),
});

/** Rows of one batch as a run would apply them; additions are `new` until `findImportDuplicates`. */
function toImportRows({ bookmarks, decisions, detection }: BatchPlan): ImportRow[] {
  const typesOf = Map.groupBy(
    [
      ...detection.raised.map(({ itemId, type }) => ({ itemId, type })),
      ...detection.refreshed.map(({ open }) => ({ itemId: open.itemId, type: open.type })),
    ],
    ({ itemId }) => itemId,
  );
  return decisions.map((decision, at): ImportRow => {
    const bookmark = bookmarks[at]!;
    if (decision.kind === 'add')
      return {
        bookmark,
        kind: 'new',
        duplicate: null,
        replacedDemoItem: null,
        inconsistencies: [],
        fileRow: null,
      };
    const found = typesOf.get(decision.item.id) ?? [];
    const inconsistencies =
      decision.kind === 'update' ? [...new Set(found.map(({ type }) => type))] : [];
    return {
      bookmark,
      kind: inconsistencies.length > 0 ? 'changed' : 'known',
      duplicate: null,
      replacedDemoItem: null,
      inconsistencies,
      fileRow: null,
    };
  });
}

/** Adds the names of an item that are not taken yet. */
function addNames(byName: Map<string, ImportDuplicate>, item: DuplicateItem): void {
  for (const title of [item.titleRu, item.titleEn])
    if (title && !byName.has(nameKey(title))) byName.set(nameKey(title), toDuplicate(item));
}

const toDuplicate = ({ id, titleRu, titleEn }: DuplicateItem): ImportDuplicate => ({
  id,
  titleRu,
  titleEn,
});

/**
 * Finds duplicates of new rows by address or name among items and earlier rows, and the demo items that they would
 * replace.
 * @param keysOf keys of the new rows by bookmark id
 */
async function findImportDuplicates(
  rows: readonly ImportRow[],
  keysOf: ReadonlyMap<number, DuplicateKeys>,
  items: readonly DuplicateItem[],
  demoItems: readonly DuplicateItem[],
  scheduler: YieldingScheduler,
): Promise<ImportRow[]> {
  const ofDemo = new Map(demoItems.map((item) => [item.normalisedUrl, toDuplicate(item)]));
  const byAddress = new Map<string, ImportDuplicate>();
  const byName = new Map<string, ImportDuplicate>();
  const ofDemoByName = new Map<string, ImportDuplicate>();
  for (const item of items) {
    if (!byAddress.has(item.normalisedUrl)) byAddress.set(item.normalisedUrl, toDuplicate(item));
    addNames(byName, item);
  }
  const importedAddresses = new Set([...keysOf.values()].map(({ address }) => address));
  for (const item of demoItems)
    if (!importedAddresses.has(item.normalisedUrl)) addNames(ofDemoByName, item);
  return mapYielding(
    rows,
    (row): ImportRow => {
      const keys = keysOf.get(row.bookmark.id);
      if (row.kind !== 'new' || !keys) return row;
      const { title } = row.bookmark;
      const { address, name } = keys;
      const same = byAddress.get(address) ?? null;
      const replacedDemoItem = ofDemo.get(address) ?? null;
      const own: ImportDuplicate = { id: null, titleRu: title, titleEn: title };
      const like = byName.get(name) ?? ofDemoByName.get(name) ?? null;
      if (!same) byAddress.set(address, own);
      if (!byName.has(name)) byName.set(name, own);
      if (same) return { ...row, kind: 'sameAddress', duplicate: same };
      return like
        ? { ...row, kind: 'sameName', duplicate: like, replacedDemoItem }
        : { ...row, replacedDemoItem };
    },
    scheduler,
  );
}

/** Greatest folder depth at which few enough folders remain to choose from. */
function listableDepth(paths: readonly string[][]): number {
  const depth = Math.max(0, ...paths.map(({ length }) => length));
  const isFew = (levels: number) =>
    new Set(paths.map((path) => folderKey(path.slice(0, levels)))).size <=
    limits.lists.importFolders;
  return Array.from({ length: depth }, (_, place) => depth - place).find(isFew) ?? 0;
}

export const placeOf = ({ fileRow }: ImportRow): RowPlace => ({
  folder: folderKey(fileRow?.folder ?? []),
  isPrivate: fileRow?.isPrivate ?? false,
});

/** Rows of one folder, kind and privacy, for counts of what is chosen. */
export interface ImportGroup extends RowPlace {
  path: string[];
  kind: ImportRowKind;
  rows: number;
}

/**
 * Groups of the rows. Beyond {@link limits.lists.importFolders} folders, the deepest levels count in the level above.
 */
export function groupRows(rows: readonly ImportRow[]): ImportGroup[] {
  const pathOf = ({ fileRow }: ImportRow) => fileRow?.folder ?? [];
  const depth = listableDepth(rows.map(pathOf));
  const groups = new Map<string, ImportGroup>();
  for (const row of rows) {
    const path = pathOf(row).slice(0, depth);
    const [folder, { isPrivate }] = [folderKey(path), placeOf(row)];
    const key = `${row.kind} ${isPrivate} ${folder}`;
    const group = groups.get(key);
    if (group) group.rows += 1;
    else groups.set(key, { folder, path, kind: row.kind, isPrivate, rows: 1 });
  }
  return [...groups.values()];
}

export function selectBookmarks(rows: readonly ImportRow[], choice: ImportChoice): Bookmark[] {
  const [exclude, include] = [new Set(choice.exclude), new Set(choice.include)];
  return rows
    .filter(
      (row) =>
        include.has(row.bookmark.id) ||
        (choice.kinds.includes(row.kind) &&
          !exclude.has(row.bookmark.id) &&
          isChosenRow(placeOf(row), choice)),
    )
    .map(({ bookmark }) => bookmark);
}

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
