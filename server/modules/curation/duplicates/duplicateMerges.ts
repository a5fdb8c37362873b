// Duplicate detection, and types of a duplicate merge.
import { z } from 'zod';
import { latinLetters } from '../../../shared/transliterate.ts';
import type { SupersededRequest } from '../../access/requests/accessRequests.module.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergedConflict, MergedRules } from '../../access/dataRules/dataRules.module.ts';
import { type WriteOutcome, sameValue } from '../../sync/sync.module.ts';
import type { Language } from '../../../shared/language.ts';
import { phraseKey } from '../../search/search.module.ts';

/** Fields that the kept item can take from the other one; tags are chosen separately. */
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

/** All data that a merge has moved to the kept item; stored as JSON. */
export interface Moved {
  /** People whose like was moved, and people who had liked both. */
  likes: number[];
  likesOfBoth: number[];
  useCases: number[];
  complaints: number[];
  /** Complaints of people about both items, whose comment was appended to the open one. */
  joined: { id: number; before: string | null; after: string | null }[];
  /** Complaints closed in favour of the open one; earlier versions left them open. */
  stoodFor?: { id: number; status: string }[];
  accessRequests: number[];
  /** Open access requests of people with requests for both; missing in merges of earlier versions. */
  stoodDown?: SupersededRequest[];
  /** Missing in merges of earlier versions. */
  subscriptions?: number[];
  /** Closed inconsistencies of the merged item, to be reopened by an undo. */
  differences: number[];
  notes: { before: string; after: string };
  /** Tasks by language; missing in merges of earlier versions. */
  tasks?: MovedTasks[];
  /** Merged data rules; missing in merges of earlier versions. */
  rules?: MergedRules;
}

/** Tasks of the kept item before the merge (null if there were none) and after. */
export interface MovedTasks {
  language: Language;
  before: StoredTasks | null;
  after: string[];
}

/** Tasks of one item in one language; `madeFrom` is null if a person wrote them. */
export interface StoredTasks {
  tasks: string[];
  madeFrom: string | null;
}

/**
 * Joins tasks: those of the kept item first, without duplicates for the search. Null if nothing is new.
 * Tasks written by people replace those of the language model.
 */
export function joinTasks(kept: StoredTasks | null, other: StoredTasks | null): string[] | null {
  if (!other || other.madeFrom !== null || other.tasks.length === 0) return null;
  const held = kept?.madeFrom === null ? kept.tasks : [];
  const keys = new Set(held.map(phraseKey));
  const added = other.tasks.filter((task) => !keys.has(phraseKey(task)));
  return added.length > 0 ? [...held, ...added] : null;
}

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
  /** Data rules that contradicted each other; the stricter one is kept. */
  ruleConflicts: MergedConflict[];
}

/** Result of a merge or its undo. */
export interface MergeOutcome {
  mergeId: number;
  keptId: number;
  mergedId: number;
  /** The bookmark of the kept item. */
  bookmark: WriteOutcome;
  /** The other bookmark: trashed, restored from the trash, or left unchanged. */
  otherBookmark: WriteOutcome;
}

/** Items that may be duplicates. */
export interface DuplicateGroup {
  /** Stable while the group is unchanged. */
  key: string;
  matchedBy: 'address' | 'name';
  itemIds: number[];
  /** True when their texts, pictures and tags are equal. */
  isIdentical: boolean;
}

/** A group with the items whose bookmark can be trashed. */
export interface ShownDuplicateGroup extends DuplicateGroup {
  trashableIds: number[];
}

/** Simplified transliteration, so that spellings of a name in both alphabets match. */
const latinLetterOf: Readonly<Record<string, string>> = {
  ...latinLetters,
  щ: 'sh',
  ю: 'u',
  я: 'a',
};

/** Spellings that count as equal. */
const similarLetters: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/c(?!h)|q/g, 'k'],
  [/x/g, 'ks'],
  [/y/g, 'i'],
  [/w/g, 'v'],
  [/(\p{L})\1+/gu, '$1'],
];

/** Comparison key of a name, equal for `Канва` and `Canva`; may be empty. */
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

/** Groups of at least two items by any of their keys. */
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

/** Groups of items with the same address, then with the same name; each group once. */
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

/** True when texts, pictures and tags of items are equal. */
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
