// Decision of a run about one bookmark: add, leave or update its item. Pure.
import type { Difference } from '../inconsistencies.ts';
import type { ItemChanges, SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergeBase, SourceKind } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { mergeBaseFromItem, threeWayMerge } from './threeWayMerge.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

/** A bookmark with its item and merge base. */
export interface BookmarkState {
  bookmark: Bookmark;
  /** The item may be deleted. */
  item: SyncedItem | null;
  mergeBase: MergeBase | null;
  /** True while an admin holds a lease on the item. */
  isBusy: boolean;
  /** True when the bookmark was recreated under this id, so that `item` has the former one. */
  isRecreated: boolean;
}

export interface DecisionContext {
  source: SourceKind;
  /** Start of the reading: decisions made later are newer than the reading. */
  readStartedAt: Date;
  now: Date;
}

/** Reason of an update, as the audit log names it. */
export type UpdateReason = 'agreed' | 'adopted' | 'rebound' | 'returned' | 'restored';

export type Decision =
  /** A new item; `freed` is an item that holds this bookmark's id by mistake. */
  | { kind: 'add'; bookmark: Bookmark; freed: SyncedItem | null }
  | { kind: 'leave'; item: SyncedItem }
  | {
      kind: 'update';
      item: SyncedItem;
      bookmark: Bookmark;
      differences: Difference[];
      /** The new merge base; null when it is unchanged. */
      mergeBase: MergeBase | null;
      changes: ItemChanges;
      reasons: UpdateReason[];
    };

export function decideForBookmark(one: BookmarkState, context: DecisionContext): Decision {
  const { bookmark, item, mergeBase } = one;
  if (item === null) return { kind: 'add', bookmark, freed: null };
  if (mergeBase === null) return decideWithoutMergeBase(one, item, context);
  const isGone = mergeBase.goneAt !== null;
  // A run does not recreate an item that was merged into another.
  if (item.mergedInto !== null) return decideForMerged(one, item, mergeBase, context);
  // An admin deleted the item while its bookmark was present.
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

/** A merged item only takes the new id of its bookmark. */
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

/** An item with the id of a bookmark but without a merge base: adopted if it has the same address, else freed of the id. */
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
