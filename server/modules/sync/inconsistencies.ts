// Types of inconsistencies between the catalogue and the bookmark provider (specification, section 4).
import { cleanText } from '../../shared/cleanText.ts';
import { DomainError } from '../../shared/domainError.ts';
import { tagKey } from '../../shared/tagKey.ts';
import type { ItemChanges } from '../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkChanges } from './bookmarkProvider.ts';
import type { MergeBase } from './mergeBase.ts';

const comparedValue = {
  isCompared: true,
  actions: ['use_raindrop', 'keep_current_update_raindrop'],
} as const;

/** All inconsistency types: whether comparing a bookmark with its item detects them, and their possible actions. */
const typeTable = {
  title_changed: comparedValue,
  description_changed: comparedValue,
  tags_changed: comparedValue,
  media_type_changed: comparedValue,
  media_source_changed: comparedValue,
  image_url_changed: comparedValue,
  source_url_changed: comparedValue,
  link_broken: { isCompared: false, actions: ['ignore', 'delete'] },
  item_removed: { isCompared: false, actions: ['delete_item', 'keep_item'] },
} as const satisfies Record<string, { isCompared: boolean; actions: readonly ResolutionAction[] }>;

type TypeTable = typeof typeTable;
export type InconsistencyType = keyof TypeTable;
export type ComparedType = {
  [Type in InconsistencyType]: TypeTable[Type]['isCompared'] extends true ? Type : never;
}[InconsistencyType];

export const inconsistencyTypes = Object.keys(typeTable) as readonly InconsistencyType[];

export type InconsistencyStatus = 'new' | 'resolved' | 'ignored';
export type ResolutionAction =
  | 'use_raindrop'
  | 'keep_current_update_raindrop'
  | 'delete_item'
  | 'keep_item'
  | 'ignore'
  | 'delete';

export const actionsFor = (type: InconsistencyType): readonly ResolutionAction[] =>
  typeTable[type].actions;

/**
 * A value: text, tags or nothing. `link_broken`: address and result of the last check. `item_removed`: null and
 * `trashed` or `absent`.
 */
export type SideValue = string | string[] | null;

/** The text of a description; empty for all other types. */
export type DifferenceField = '' | 'excerpt' | 'note';

/** A difference found by a comparison. */
export interface Difference {
  type: InconsistencyType;
  field: DifferenceField;
  oldValue: SideValue;
  newValue: SideValue;
  /** True when the catalogue has changed since the merge base too. */
  changedOnBothSides: boolean;
}

export const isCompared = (type: InconsistencyType): type is ComparedType =>
  typeTable[type].isCompared;

/** Cleaned text, since values stored before a change of the cleaning rules would differ otherwise. */
const comparable = (text: string): string => cleanText(text).replaceAll(/[^\S\n]+/gu, ' ');

/** Compares values: tags by their keys in any order, texts by their visible characters. */
export function sameValue(one: SideValue, other: SideValue): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const [keys, others] = [new Set(one.map(tagKey)), new Set(other.map(tagKey))];
    return keys.size === others.size && [...keys].every((key) => others.has(key));
  }
  if (one === other || typeof one !== 'string' || typeof other !== 'string') return one === other;
  return comparable(one) === comparable(other);
}

/** Location of the bookmark: at the provider, gone from it, in an export file only, or none. */
export type BookmarkPlace = 'service' | 'gone' | 'file' | 'none';

/** Effect of a decision on the bookmark. */
export type BookmarkEffect = 'unchanged' | 'updated' | 'trashed' | 'restored';

/** Reason why a decision did not write the bookmark. */
export type NotWrittenReason = 'setByService' | 'noService' | 'notInService' | 'bookmarkGone';

export interface Inconsistency {
  id: number;
  itemId: number;
  type: InconsistencyType;
  field: DifferenceField;
  status: InconsistencyStatus;
  oldValue: SideValue;
  newValue: SideValue;
  changedOnBothSides: boolean;
  bookmarkPlace: BookmarkPlace;
  resolution: ResolutionAction | null;
  /** True when the decision has written the bookmark; null without a decision. */
  writtenBack: boolean | null;
  /** Null when it was written or the decision does not concern the bookmark. */
  notWrittenReason: NotWrittenReason | null;
  error: string | null;
  errorReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  canUndo: boolean;
}

/** Refusal of a second decision. */
export const decidedMeanwhile = (): DomainError =>
  new DomainError('CONFLICT', 'Somebody else has decided this already', {
    reason: 'decidedMeanwhile',
  });

/** Refusal while an admin holds a lease on the item. */
export const beingDecided = (): DomainError =>
  new DomainError('CONFLICT', 'Somebody else is deciding about this item at this moment', {
    reason: 'beingDecided',
  });

/** Refusal of the rest of a bulk request when its time is up. */
export const timeExhausted = () =>
  new DomainError(
    'UNAVAILABLE',
    'There was no time for this one: the bookmarks service takes so many changes a minute. Try again',
    { reason: 'bookmarksBusy' },
  );

/** Merge base fields without times. */
export type MergeBaseChanges = Partial<
  Omit<MergeBase, 'itemId' | 'agreedAt' | 'goneAt' | 'movedAt'>
>;

/** Former state of the bookmark. */
export interface WrittenUndo {
  /** Former values of the written fields; null when none was written. */
  bookmark: BookmarkChanges | null;
  /** The bookmark before it was moved to the trash; null when it was not. */
  trashed: TrashedBookmark | null;
  /** True when the bookmark was restored from the trash; missing in old decisions. */
  restored?: boolean;
}

/** Former state of item, merge base and bookmark. */
export interface Undo extends WrittenUndo {
  item: ItemChanges;
  agreement: MergeBaseChanges;
  /** Id under which an undo recreated a destroyed bookmark. */
  madeAs?: number;
}

/** Intent of a write, stored before it so that an interrupted write can be reverted. */
export interface Intent {
  action: ResolutionAction;
  undo: WrittenUndo;
  /** Written fields; null when the bookmark is moved. */
  word: BookmarkChanges | null;
}

export type TrashedBookmark = Omit<Bookmark, 'createdAt'> & { createdAt: string };
