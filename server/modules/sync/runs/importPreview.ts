// What an import would do with each bookmark of a reading, so that a person can choose before anything is written. Pure.
import { foldLetters } from '../../search/search.module.ts';
import { mapYielding, type YieldingScheduler } from '../../../shared/yieldingScheduler.ts';
import type { InconsistencyType } from '../inconsistencies.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { SyncCounts, SyncFailure } from '../sync.ts';
import type { PartPlan } from './applyRun.ts';

/** In the order in which they are shown. */
export const importRowKinds = ['new', 'changed', 'sameAddress', 'sameName', 'known'] as const;

export type ImportRowKind = (typeof importRowKinds)[number];

/** An item, or an earlier row of the same reading (`id` null), that is like a row. */
export interface ImportDuplicate {
  id: number | null;
  titleRu: string | null;
  titleEn: string | null;
}

export interface ImportRow {
  bookmark: Bookmark;
  kind: ImportRowKind;
  duplicate: ImportDuplicate | null;
  /** The service of the demo with its address, which is taken out of the catalogue when the row comes in. */
  replacedDemoItem: ImportDuplicate | null;
  /** What goes to the desk. */
  inconsistencies: InconsistencyType[];
}

/** What the catalogue has, for comparing. */
export interface DuplicateItem {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  normalisedUrl: string;
}

/** By what a bookmark is found to be like another. */
export interface DuplicateKeys {
  address: string;
  name: string;
}

/** Which rows are to come in: those of these kinds but for some, and some of other kinds. */
export interface ImportChoice {
  kinds: readonly ImportRowKind[];
  exclude: readonly number[];
  include: readonly number[];
}

/** An import that was made. */
export interface PastImport {
  id: number;
  startedAt: Date;
  finishedAt: Date;
  startedBy: string;
  counts: SyncCounts;
  failures: SyncFailure[];
  undoneAt: Date | null;
  /** Items that it added and that are still there. */
  itemsLeft: number;
}

/** Why a service that an import has added stays when the import is undone. */
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

/** An item that an import has added. */
export interface MadeItem {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  /** What somebody has done with it since; null where nobody has touched it. */
  reason: ImportSkipReason | null;
  /** The same, with what had been done before with a service of the demo that gave way to it. */
  former: ImportSkipReason | null;
}

/** One that stays when the import is undone. */
export type StayedItem = Omit<MadeItem, 'reason' | 'former'> & { reason: ImportSkipReason };

/** How names are compared: as the search compares letters, without blanks around and between. */
const nameKey = (name: string): string => foldLetters(name).trim().replaceAll(/\s+/g, ' ');

export const duplicateKeys = ({ link, title }: Bookmark): DuplicateKeys => ({
  address: normaliseAddress(link),
  name: nameKey(title),
});

/** The rows of one part of a reading, as a run would settle them; those that it would add are `new` until `findTwins`. */
export function rowsOf({ bookmarks, decisions, findings }: PartPlan): ImportRow[] {
  const typesOf = Map.groupBy(
    [
      ...findings.raised.map(({ itemId, type }) => ({ itemId, type })),
      ...findings.refreshed.map(({ open }) => ({ itemId: open.itemId, type: open.type })),
    ],
    ({ itemId }) => itemId,
  );
  return decisions.map((decision, at): ImportRow => {
    const bookmark = bookmarks[at]!;
    if (decision.what === 'add')
      return {
        bookmark,
        kind: 'new',
        duplicate: null,
        replacedDemoItem: null,
        inconsistencies: [],
      };
    const found = typesOf.get(decision.item.id) ?? [];
    const inconsistencies =
      decision.what === 'settle' ? [...new Set(found.map(({ type }) => type))] : [];
    return {
      bookmark,
      kind: inconsistencies.length > 0 ? 'changed' : 'known',
      duplicate: null,
      replacedDemoItem: null,
      inconsistencies,
    };
  });
}

/** Under both of its names, where none stands there yet. */
function nameIn(byName: Map<string, ImportDuplicate>, item: DuplicateItem): void {
  for (const title of [item.titleRu, item.titleEn])
    if (title && !byName.has(nameKey(title))) byName.set(nameKey(title), asTwin(item));
}

const asTwin = ({ id, titleRu, titleEn }: DuplicateItem): ImportDuplicate => ({
  id,
  titleRu,
  titleEn,
});

/**
 * Says of each new row whether an item, one of the demo, or a row before it, has its address or its name, and which service of the demo
 * gives way to it; in turns, since rows may be many.
 * @param keysOf those of the new rows, by the id of the bookmark
 * @param demoItems those of the demo
 */
export async function findImportDuplicates(
  rows: readonly ImportRow[],
  keysOf: ReadonlyMap<number, DuplicateKeys>,
  items: readonly DuplicateItem[],
  demoItems: readonly DuplicateItem[],
  turns: YieldingScheduler,
): Promise<ImportRow[]> {
  const ofDemo = new Map(demoItems.map((item) => [item.normalisedUrl, asTwin(item)]));
  const byAddress = new Map<string, ImportDuplicate>();
  const byName = new Map<string, ImportDuplicate>();
  const ofDemoByName = new Map<string, ImportDuplicate>();
  for (const item of items) {
    if (!byAddress.has(item.normalisedUrl)) byAddress.set(item.normalisedUrl, asTwin(item));
    nameIn(byName, item);
  }
  const brought = new Set([...keysOf.values()].map(({ address }) => address));
  for (const item of demoItems) if (!brought.has(item.normalisedUrl)) nameIn(ofDemoByName, item);
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
    turns,
  );
}

/** The bookmarks that a person has chosen. */
export function chosenOf(rows: readonly ImportRow[], choice: ImportChoice): Bookmark[] {
  const [exclude, include] = [new Set(choice.exclude), new Set(choice.include)];
  return rows
    .filter(
      ({ bookmark, kind }) =>
        include.has(bookmark.id) || (choice.kinds.includes(kind) && !exclude.has(bookmark.id)),
    )
    .map(({ bookmark }) => bookmark);
}
