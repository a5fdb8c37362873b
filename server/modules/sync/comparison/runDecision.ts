// Decision of a run about one bookmark: add, leave or update its item. Pure.
import type { Difference } from '../inconsistencies.ts';
import type { ItemChanges, SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergeBase, SourceKind } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { mergeBaseFromItem, threeWayMerge } from './threeWayMerge.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

/** One bookmark with what the catalogue holds about it. */
export interface BookmarkState {
  bookmark: Bookmark;
  /** The item of this bookmark, a deleted one included. */
  item: SyncedItem | null;
  mergeBase: MergeBase | null;
  /** Whether an admin's decision about the item is being written at this moment. */
  isBusy: boolean;
  /** Whether the bookmark has come back under this new id: `item` was another bookmark's until now. */
  isRecreated: boolean;
}

export interface DecisionContext {
  source: SourceKind;
  /** When the run began to read: what was decided since then is newer than what was read. */
  readStartedAt: Date;
  now: Date;
}

/** Why a run touches an item, in the words of the record of changes. */
export type UpdateReason = 'agreed' | 'adopted' | 'rebound' | 'returned' | 'restored';

export type Decision =
  /** A new item; `freed` is an item of ours that bears the id without being this bookmark. */
  | { kind: 'add'; bookmark: Bookmark; freed: SyncedItem | null }
  | { kind: 'leave'; item: SyncedItem }
  | {
      kind: 'update';
      item: SyncedItem;
      bookmark: Bookmark;
      differences: Difference[];
      /** To be written; null when the agreement stays as it is. */
      mergeBase: MergeBase | null;
      changes: ItemChanges;
      reasons: UpdateReason[];
    };

export function decideForBookmark(one: BookmarkState, context: DecisionContext): Decision {
  const { bookmark, item, mergeBase } = one;
  if (item === null) return { kind: 'add', bookmark, freed: null };
  if (mergeBase === null) return decideWithoutMergeBase(one, item, context);
  const isGone = mergeBase.goneAt !== null;
  // It is the second bookmark of another item's card: no run makes a card of it again.
  if (item.mergedInto !== null) return decideForMerged(one, item, mergeBase, context);
  // An admin deleted the item while the bookmark lived on: that decision stands.
  if (item.removedAt !== null && !isGone) return { kind: 'leave', item };
  if (one.isBusy || mergeBase.agreedAt >= context.readStartedAt) return { kind: 'leave', item };
  const { source, now } = context;
  const alive: MergeBase =
    isGone || mergeBase.movedAt ? { ...mergeBase, goneAt: null, movedAt: null } : mergeBase;
  const comparison = threeWayMerge(alive, item, bookmark, source);
  const next = comparison.mergeBase ?? (alive === mergeBase ? null : alive);
  const reasons: UpdateReason[] = [];
  if (item.removedAt !== null) reasons.push('restored');
  else if (one.isRecreated) reasons.push('rebound');
  else if (isGone) reasons.push('returned');
  if (comparison.hasAgreed) reasons.push('agreed');
  return {
    kind: 'update',
    item,
    bookmark,
    differences: comparison.differences,
    mergeBase: next && { ...next, agreedAt: now },
    changes: {
      ...comparison.filled,
      ...(item.removedAt === null ? {} : { removedAt: null }),
      ...(one.isRecreated ? { bookmarkId: bookmark.id } : {}),
    },
    reasons,
  };
}

/** A second bookmark that has come back under a new id stays one. */
function decideForMerged(
  { bookmark, isRecreated }: BookmarkState,
  item: SyncedItem,
  mergeBase: MergeBase,
  { now }: DecisionContext,
): Decision {
  if (!isRecreated) return { kind: 'leave', item };
  return {
    kind: 'update',
    item,
    bookmark,
    differences: [],
    mergeBase: { ...mergeBase, goneAt: null, movedAt: null, agreedAt: now },
    changes: { bookmarkId: bookmark.id },
    reasons: ['rebound'],
  };
}

/** An item with a bookmark's id that never had the bookmark: the same page is taken for it, another one gives way. */
function decideWithoutMergeBase(
  { bookmark, isRecreated }: BookmarkState,
  item: SyncedItem,
  { source, now }: DecisionContext,
): Decision {
  if (item.removedAt !== null) return { kind: 'leave', item };
  if (item.normalisedUrl !== normaliseAddress(bookmark.link))
    return { kind: 'add', bookmark, freed: item };
  const base = mergeBaseFromItem(item, bookmark, source, now);
  const { differences, mergeBase, filled } = threeWayMerge(base, item, bookmark, source);
  return {
    kind: 'update',
    item,
    bookmark,
    differences,
    mergeBase: mergeBase ?? base,
    changes: isRecreated ? { ...filled, bookmarkId: bookmark.id } : filled,
    reasons: ['adopted'],
  };
}
