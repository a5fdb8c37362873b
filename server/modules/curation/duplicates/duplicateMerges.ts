// The words of duplicates and merges, and when two services are the same. Pure.
import { z } from 'zod';
import { latinLetters } from '../../../shared/transliterate.ts';
import type { StoodDown } from '../../access/requests/accessRequests.module.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergedConflict, MergedRules } from '../../access/dataRules/dataRules.module.ts';
import { type WriteOutcome, sameValue } from '../../sync/sync.module.ts';
import type { Language } from '../../../shared/language.ts';
import { phraseKey } from '../../search/search.module.ts';

/** The fields that the kept service may take from the other one; tags are chosen apart. */
const mergedFields = [
  'titleRu',
  'titleEn',
  'descriptionRu',
  'descriptionEn',
  'sourceUrl',
  'imageUrl',
] as const;

export const mergeInput = z.strictObject({
  take: z.array(z.enum(mergedFields)).transform((fields) => [...new Set(fields)]),
  tags: z.enum(['kept', 'other', 'both']),
  bookmark: z.enum(['keep', 'trash']),
});
export type MergeInput = z.input<typeof mergeInput>;

/** What was moved from the merged service to the kept one; JSON, as it is stored. */
export interface Moved {
  /** People whose like was moved, and those who had liked both. */
  likes: number[];
  likesOfBoth: number[];
  useCases: number[];
  complaints: number[];
  /** Reports that a person had sent about both: the open one of the kept service took over the comment. */
  joined: { id: number; before: string | null; after: string | null }[];
  /** The others of these, which that one stands for; merges of earlier versions have left them open, where nobody sees them. */
  stoodFor?: { id: number; status: string }[];
  accessRequests: number[];
  /** Open requests of people who had asked about both; not there in a merge of an earlier version. */
  stoodDown?: StoodDown[];
  /** Open differences of the merged service, which stand open again after an undo. */
  differences: number[];
  notes: { before: string; after: string };
  /** What people say the services are for, by language; merges of earlier versions have moved none. */
  tasks?: MovedTasks[];
  /** What the merge made of data rules; not there in a merge of an earlier version. */
  rules?: MergedRules;
}

/** What the kept service is for, as it stood before the merge (null: nobody had said any) and after. */
export interface MovedTasks {
  language: Language;
  before: StoredTasks | null;
  after: string[];
}

/** Phrases of one service in one language; `madeFrom` is null where a person wrote them. */
export interface StoredTasks {
  tasks: string[];
  madeFrom: string | null;
}

/**
 * What people say of both: the kept service's phrases first, the other one's behind them, none twice for the search. Null where
 * nothing of it is new. A machine's phrases give way to a person's.
 */
export function joinTasks(kept: StoredTasks | null, other: StoredTasks | null): string[] | null {
  if (!other || other.madeFrom !== null || other.tasks.length === 0) return null;
  const held = kept?.madeFrom === null ? kept.tasks : [];
  const keys = new Set(held.map(phraseKey));
  const added = other.tasks.filter((task) => !keys.has(phraseKey(task)));
  return added.length > 0 ? [...held, ...added] : null;
}

/** What becomes of the other bookmark. */
export type MergedBookmarkState = 'left' | 'trashWanted' | 'trashed' | 'restoreWanted' | 'restored';

export interface Merge {
  id: number;
  keptId: number;
  mergedId: number;
  mergedTitle: string;
  mergedUrl: string;
  mergedAt: Date;
  mergedBy: number | null;
  bookmark: 'keep' | 'trash';
  bookmarkState: MergedBookmarkState;
  undoneAt: Date | null;
  canUndo: boolean;
  /** Data rules that said otherwise of the two; the stricter word holds. */
  ruleConflicts: MergedConflict[];
}

/** What a merge, or its undo, has come to. */
export interface MergeOutcome {
  mergeId: number;
  keptId: number;
  mergedId: number;
  /** The bookmark of the kept service. */
  bookmark: WriteOutcome;
  /** The other bookmark: trashed, taken out of the trash, or left as it is. */
  otherBookmark: WriteOutcome;
}

/** Services that may be the same. */
export interface DuplicateGroup {
  /** Stable while the group is the same. */
  key: string;
  matchedBy: 'address' | 'name';
  itemIds: number[];
  /** Whether they differ in nothing that one would choose between. */
  isIdentical: boolean;
}

/** The same for who chooses between them. */
export interface ShownDuplicateGroup extends DuplicateGroup {
  /** Those whose bookmark can go to the trash of the bookmarks service. */
  trashableIds: number[];
}

/** Plainer than it is read, so that two spellings of a name meet. */
const latinLetterOf: Readonly<Record<string, string>> = {
  ...latinLetters,
  щ: 'sh',
  ю: 'u',
  я: 'a',
};

/** Letters that the two alphabets write in several ways. */
const similarLetters: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/c(?!h)|q/g, 'k'],
  [/x/g, 'ks'],
  [/y/g, 'i'],
  [/w/g, 'v'],
  [/(\p{L})\1+/gu, '$1'],
];

/** A name without its accidents, the same for `Канва` and `Canva`; empty where nothing is left of it. */
export function nameKey(title: string): string {
  const latin = title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[а-яё]/g, (letter) => latinLetterOf[letter] ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return similarLetters.reduce((key, [from, to]) => key.replaceAll(from, to), latin);
}

interface Named {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  normalisedUrl: string;
}

/** Groups of several, by every key that an item has. */
const groupBy = (items: readonly Named[], keysOf: (item: Named) => string[]) => {
  const groups = new Map<string, number[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item).filter(Boolean))) {
      const ids = groups.get(key);
      if (ids) ids.push(item.id);
      else groups.set(key, [item.id]);
    }
  return [...groups].filter(([, ids]) => ids.length > 1);
};

/** Services with the same address, then those with the same name; a group stands once. */
export function findDuplicates(items: readonly Named[]): Omit<DuplicateGroup, 'isIdentical'>[] {
  const byAddress = groupBy(items, (item) => [item.normalisedUrl]);
  const known = new Set(byAddress.map(([, ids]) => ids.join()));
  const byName = groupBy(items, (item) => [
    nameKey(item.titleEn ?? ''),
    nameKey(item.titleRu ?? ''),
  ]).filter(([, ids]) => {
    const isNew = !known.has(ids.join());
    known.add(ids.join());
    return isNew;
  });
  return [
    ...byAddress.map(([key, itemIds]) => ({
      key: `address ${key}`,
      matchedBy: 'address' as const,
      itemIds,
    })),
    ...byName.map(([key, itemIds]) => ({
      key: `name ${key}`,
      matchedBy: 'name' as const,
      itemIds,
    })),
  ];
}

/** Whether there is nothing to choose between: texts, picture and tags are the same. */
export const areIdentical = (items: readonly SyncedItem[]): boolean =>
  items.every((item) => {
    const first = items[0]!;
    const texts = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn', 'imageUrl'] as const;
    return texts.every((field) => item[field] === first[field]) && sameValue(item.tags, first.tags);
  });

/** Complaints that a merge has closed; implemented by the feedback module. */
export interface MergedComplaints {
  /** Reopens them on the transaction that undoes the merge. */
  reopen(mergeId: number, actorId: number, at: Date): Promise<void>;
}
