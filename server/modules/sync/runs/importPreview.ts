// Preview of an import: the kind of each row and its duplicates. Pure.
import { limits } from '../../../config/limits.ts';
import { foldLetters } from '../../search/search.module.ts';
import { mapYielding, type YieldingScheduler } from '../../../shared/yieldingScheduler.ts';
import type { InconsistencyType } from '../inconsistencies.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { SyncCounts, SyncFailure } from '../syncStatus.ts';
import type { FileBookmark } from '../bookmarkFile.ts';
import type { BatchPlan } from './applyRun.ts';
import { folderKey, isChosenRow, type FileRowChoice, type RowPlace } from './fileRows.ts';

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

export interface DuplicateKeys {
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

export const duplicateKeys = ({ link, title }: Bookmark): DuplicateKeys => ({
  address: normaliseAddress(link),
  name: nameKey(title),
});

/** Rows of one batch as a run would apply them; additions are `new` until `findImportDuplicates`. */
export function toImportRows({ bookmarks, decisions, detection }: BatchPlan): ImportRow[] {
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
export async function findImportDuplicates(
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
