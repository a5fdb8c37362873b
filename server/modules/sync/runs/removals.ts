// Detection of removed bookmarks: requires proof, and recognises bookmarks that were recreated under another id.
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Bookmark, BookmarkProvider } from '../bookmarkProvider.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

/** An item whose bookmark is missing in the list. */
export interface MissingItem {
  itemId: number;
  bookmarkId: number;
  normalisedUrl: string;
  title: string;
  url: string;
  /** True after a proven removal or a merge; the bookmark may return. */
  isKnownGone: boolean;
  /** Time at which it was last seen outside the collection; null for never. */
  movedAt: Date | null;
}

export type DeletionKind = 'trashed' | 'absent';

export interface Removals {
  gone: (MissingItem & { as: DeletionKind })[];
  /** Present outside the collection. */
  moved: MissingItem[];
  /** Item ids by the new id of their recreated bookmark. */
  recreated: Map<number, number>;
  /** True when the check stopped because too many bookmarks are gone. */
  isTooMany: boolean;
  /** Number of suspects when there were too many to read each; else 0. */
  suspected: number;
}

/** Largest share of removals without confirmation by an admin. */
const maxRemovedShare = 0.2;

export const isTooMany = (gone: number, all: number): boolean => gone > all * maxRemovedShare;

/** Number of missing bookmarks that are read directly, whatever their share; takes less than a minute. */
const maxDirectReads = 100;

/** Time for which a moved bookmark is assumed to exist without another read. */
const movedTrustMs = dayMs;

export interface RemovalCheck {
  provider: BookmarkProvider;
  missing: readonly MissingItem[];
  /** Listed bookmarks without an item. */
  newBookmarks: readonly Bookmark[];
  /** Number of items with a bookmark at the provider. */
  presentCount: number;
  allowRemovals: boolean;
  now: Date;
  signal: AbortSignal;
  /** Called after each direct read. */
  onStep(): Promise<void>;
}

/** State of a missing bookmark by list and trash; null when it must be read directly. */
function knownState(
  item: MissingItem,
  trash: ReadonlySet<number>,
  now: Date,
): 'trashed' | 'present' | null {
  if (trash.has(item.bookmarkId)) return 'trashed';
  const isFreshlyMoved =
    item.movedAt !== null && now.getTime() - item.movedAt.getTime() < movedTrustMs;
  return isFreshlyMoved ? 'present' : null;
}

/**
 * Proves removals: in the trash, or missing in both the list and a direct read. Unreadable bookmarks count as present.
 * Stops when too many are gone.
 */
export async function proveRemovals(question: RemovalCheck): Promise<Removals> {
  const { provider, missing, newBookmarks, presentCount, allowRemovals, now, signal } = question;
  const removals: Removals = {
    gone: [],
    moved: [],
    recreated: new Map(),
    isTooMany: false,
    suspected: 0,
  };
  if (missing.length === 0) return removals;
  const candidates = Map.groupBy(newBookmarks, (bookmark) => normaliseAddress(bookmark.link));
  const takeNewId = (item: MissingItem): number | undefined =>
    candidates.get(item.normalisedUrl)?.shift()?.id;
  const living = missing.filter((item) => !item.isKnownGone);
  const trash = living.length > 0 ? await provider.trashedIds(signal) : new Set<number>();
  const isRecreated = (item: MissingItem) => candidates.has(item.normalisedUrl);
  const states = new Map(living.map((item) => [item, knownState(item, trash, now)]));
  const suspects = living.filter((item) => states.get(item) !== 'present' && !isRecreated(item));
  const toBeAsked = living.filter((item) => states.get(item) === null).length;
  if (!allowRemovals && toBeAsked > maxDirectReads && isTooMany(suspects.length, presentCount))
    return { ...removals, isTooMany: true, suspected: suspects.length };
  for (const item of living) {
    const state = states.get(item) ?? (await presenceOf(provider, item.bookmarkId, signal));
    await question.onStep();
    if (state === 'moved') removals.moved.push(item);
    if (state !== 'trashed' && state !== 'absent') continue;
    const newId = takeNewId(item);
    if (newId !== undefined) removals.recreated.set(newId, item.itemId);
    else removals.gone.push({ ...item, as: state });
    if (!allowRemovals && isTooMany(removals.gone.length, presentCount))
      return { ...removals, isTooMany: true };
  }
  for (const item of missing.filter((one) => one.isKnownGone)) {
    const newId = takeNewId(item);
    if (newId !== undefined) removals.recreated.set(newId, item.itemId);
  }
  return removals;
}

async function presenceOf(provider: BookmarkProvider, id: number, signal: AbortSignal) {
  try {
    return (await provider.find(id, signal)).state;
  } catch (error) {
    const isUnreadable = error instanceof DomainError && error.reason === 'bookmarksMalformed';
    if (isUnreadable) return 'present';
    throw error;
  }
}
