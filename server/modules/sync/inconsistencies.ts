// Types of inconsistencies between the catalogue and the bookmark provider (specification, section 4).
import { DomainError } from '../../shared/domainError.ts';

const comparedValue = {
  isCompared: true,
  actions: ['use_raindrop', 'keep_current_update_raindrop'],
} as const;

/** Every type of difference: whether the comparison of a bookmark with its item finds it, and which actions fit it. */
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
/** The types that the comparison of a bookmark with its item finds. */
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

/** Which actions fit which type. */
export const actionsFor = (type: InconsistencyType): readonly ResolutionAction[] =>
  typeTable[type].actions;

/**
 * One side's value: a text, a list of tags, or nothing. Of a broken link the old value is its address and the new one
 * what the last check saw; of a removed bookmark the new one is how it is gone: `trashed` or `absent`.
 */
export type SideValue = string | string[] | null;

/** Which text of the bookmark a description is; every other type has one field only. */
export type DifferenceField = '' | 'excerpt' | 'note';

/** A difference as a comparison finds it. */
export interface Difference {
  type: InconsistencyType;
  field: DifferenceField;
  /** What the catalogue says. */
  oldValue: SideValue;
  /** What the service says. */
  newValue: SideValue;
  /** Whether the catalogue was changed too since both sides last agreed. */
  changedOnBothSides: boolean;
}

export const isCompared = (type: InconsistencyType): type is ComparedType =>
  typeTable[type].isCompared;

/** Whether two values say the same; the order of tags says nothing. */
export function sameValue(one: SideValue, other: SideValue): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  const names = new Set(other);
  return one.length === other.length && one.every((name) => names.has(name));
}

/** Where the bookmark of an item lives: in the service, in its trash or nowhere, in an export file only, or there is none. */
export type BookmarkPlace = 'service' | 'gone' | 'file' | 'none';

/** What a decision does to the bookmark. */
export type BookmarkEffect = 'unchanged' | 'updated' | 'trashed' | 'restored';

/** Why a decision that is about the bookmark too leaves it as it is. */
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
  /** Whether the decision has changed the bookmark in the service; null while there is no decision. */
  writtenBack: boolean | null;
  /** Null when it has, or when it is not about the bookmark. */
  notWrittenReason: NotWrittenReason | null;
  error: string | null;
  errorReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  canUndo: boolean;
}

/** The refusal for whoever decides what is decided already, or is being decided. */
export const decidedMeanwhile = (): DomainError =>
  new DomainError('CONFLICT', 'Somebody else has decided this already', {
    reason: 'decidedMeanwhile',
  });

/** The refusal while somebody else's decision about the same item is being written. */
export const beingDecided = (): DomainError =>
  new DomainError('CONFLICT', 'Somebody else is deciding about this item at this moment', {
    reason: 'beingDecided',
  });

/** One of many decisions for which the time of the request was not enough. */
export const timeExhausted = () =>
  new DomainError(
    'UNAVAILABLE',
    'There was no time for this one: the bookmarks service takes so many changes a minute. Try again',
    { reason: 'bookmarksBusy' },
  );
