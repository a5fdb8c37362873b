// What a run does about one bookmark. Pure: it names what is to be done and does nothing.
import type { Difference } from '../inconsistencies.ts';
import type { ItemChanges, SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergeBase, SourceKind } from '../mergeBase.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { mergeBaseFromItem, threeWayMerge } from './threeWayMerge.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

/** One bookmark with what the catalogue holds about it. */
export interface BookmarkCase {
  bookmark: Bookmark;
  /** The item of this bookmark, a deleted one included. */
  item: SyncedItem | null;
  agreement: MergeBase | null;
  /** Whether an admin's decision about the item is being written at this moment. */
  isBusy: boolean;
  /** Whether the bookmark has come back under this new id: `item` was another bookmark's until now. */
  isRebound: boolean;
}

export interface DecisionContext {
  source: SourceKind;
  /** When the run began to read: what was decided since then is newer than what was read. */
  readSince: Date;
  now: Date;
}

/** Why a run touches an item, in the words of the record of changes. */
export type SettledAs = 'agreed' | 'adopted' | 'rebound' | 'returned' | 'restored';

export type Decision =
  /** A new item; `freed` is an item of ours that bears the id without being this bookmark. */
  | { what: 'add'; bookmark: Bookmark; freed: SyncedItem | null }
  | { what: 'leave'; item: SyncedItem }
  | {
      what: 'settle';
      item: SyncedItem;
      bookmark: Bookmark;
      differences: Difference[];
      /** To be written; null when the agreement stays as it is. */
      agreement: MergeBase | null;
      changes: ItemChanges;
      as: SettledAs[];
    };

export function decideForBookmark(one: BookmarkCase, circumstances: DecisionContext): Decision {
  const { bookmark, item, agreement } = one;
  if (item === null) return { what: 'add', bookmark, freed: null };
  if (agreement === null) return decideWithoutAgreement(one, item, circumstances);
  const isGone = agreement.goneAt !== null;
  // It is the second bookmark of another item's card: no run makes a card of it again.
  if (item.mergedInto !== null) return decideAboutSecond(one, item, agreement, circumstances);
  // An admin deleted the item while the bookmark lived on: that decision stands.
  if (item.removedAt !== null && !isGone) return { what: 'leave', item };
  if (one.isBusy || agreement.agreedAt >= circumstances.readSince) return { what: 'leave', item };
  const { source, now } = circumstances;
  const alive: MergeBase =
    isGone || agreement.movedAt ? { ...agreement, goneAt: null, movedAt: null } : agreement;
  const comparison = threeWayMerge(alive, item, bookmark, source);
  const next = comparison.agreement ?? (alive === agreement ? null : alive);
  const as: SettledAs[] = [];
  if (item.removedAt !== null) as.push('restored');
  else if (one.isRebound) as.push('rebound');
  else if (isGone) as.push('returned');
  if (comparison.hasAgreed) as.push('agreed');
  return {
    what: 'settle',
    item,
    bookmark,
    differences: comparison.differences,
    agreement: next && { ...next, agreedAt: now },
    changes: {
      ...comparison.filled,
      ...(item.removedAt === null ? {} : { removedAt: null }),
      ...(one.isRebound ? { bookmarkId: bookmark.id } : {}),
    },
    as,
  };
}

/** A second bookmark that has come back under a new id stays one. */
function decideAboutSecond(
  { bookmark, isRebound }: BookmarkCase,
  item: SyncedItem,
  agreement: MergeBase,
  { now }: DecisionContext,
): Decision {
  if (!isRebound) return { what: 'leave', item };
  return {
    what: 'settle',
    item,
    bookmark,
    differences: [],
    agreement: { ...agreement, goneAt: null, movedAt: null, agreedAt: now },
    changes: { bookmarkId: bookmark.id },
    as: ['rebound'],
  };
}

/** An item with a bookmark's id that never had the bookmark: the same page is taken for it, another one gives way. */
function decideWithoutAgreement(
  { bookmark, isRebound }: BookmarkCase,
  item: SyncedItem,
  { source, now }: DecisionContext,
): Decision {
  if (item.removedAt !== null) return { what: 'leave', item };
  if (item.normalisedUrl !== normaliseAddress(bookmark.link))
    return { what: 'add', bookmark, freed: item };
  const base = mergeBaseFromItem(item, bookmark, source, now);
  const { differences, agreement, filled } = threeWayMerge(base, item, bookmark, source);
  return {
    what: 'settle',
    item,
    bookmark,
    differences,
    agreement: agreement ?? base,
    changes: isRebound ? { ...filled, bookmarkId: bookmark.id } : filled,
    as: ['adopted'],
  };
}
