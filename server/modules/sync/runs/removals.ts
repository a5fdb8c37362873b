// Detection of removed bookmarks: requires proof, and recognises bookmarks that were recreated under another id.
import { DomainError } from '../../../shared/domainError.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Bookmark, BookmarkProvider } from '../bookmarkProvider.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

/** An item whose bookmark is not in the list. */
export interface MissingItem {
  itemId: number;
  bookmarkId: number;
  normalisedUrl: string;
  title: string;
  url: string;
  /** Proven to be gone by an earlier run, or no card of its own: nobody misses it, but it may come back. */
  isKnownGone: boolean;
  /** When it was last seen alive outside the collection; null when it was not. */
  movedAt: Date | null;
}

export type DeletionKind = 'trashed' | 'absent';

export interface Removals {
  gone: (MissingItem & { as: DeletionKind })[];
  /** Alive, but outside the collection. */
  moved: MissingItem[];
  /** Item ids by the id under which their bookmark has come back. */
  recreated: Map<number, number>;
  /** Whether proving stopped because too many are gone. */
  isTooMany: boolean;
  /** How many seemed to be gone where that was too many to ask for each; 0 where each was asked for. */
  suspected: number;
}

/** When more than this share would vanish at once, an admin is asked first. */
const maxRemovedShare = 0.2;

/** Whether so many removals at once are more than a run may do by itself. */
export const isTooMany = (gone: number, all: number): boolean => gone > all * maxRemovedShare;

/** So many missing bookmarks are asked about one by one, whatever their share: it takes less than a minute. */
const maxDirectReads = 100;

/** How long a bookmark that lives outside the collection is believed to live on without being read again. */
const movedTrustMs = dayMs;

export interface RemovalCheck {
  provider: BookmarkProvider;
  missing: readonly MissingItem[];
  /** Bookmarks of the list that are no items yet. */
  newBookmarks: readonly Bookmark[];
  /** How many items with a living bookmark there are. */
  presentCount: number;
  allowRemovals: boolean;
  now: Date;
  signal: AbortSignal;
  /** Called after each bookmark that was asked for. */
  onStep(): Promise<void>;
}

/** What the list and the trash say about a missing bookmark; null where only a direct reading tells. */
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
 * Proves removals: in the trash, or absent from the complete list and from a direct reading too. What cannot be read is
 * there. Stops as soon as too many are gone; and where the readings themselves would be many, before it asks for the first.
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
  const comesBackAs = (item: MissingItem): number | undefined =>
    candidates.get(item.normalisedUrl)?.shift()?.id;
  const living = missing.filter((item) => !item.isKnownGone);
  const trash = living.length > 0 ? await provider.trashedIds(signal) : new Set<number>();
  const hasComeBack = (item: MissingItem) => candidates.has(item.normalisedUrl);
  const states = new Map(living.map((item) => [item, knownState(item, trash, now)]));
  const suspects = living.filter((item) => states.get(item) !== 'present' && !hasComeBack(item));
  const toBeAsked = living.filter((item) => states.get(item) === null).length;
  if (!allowRemovals && toBeAsked > maxDirectReads && isTooMany(suspects.length, presentCount))
    return { ...removals, isTooMany: true, suspected: suspects.length };
  for (const item of living) {
    const state = states.get(item) ?? (await presenceOf(provider, item.bookmarkId, signal));
    await question.onStep();
    if (state === 'moved') removals.moved.push(item);
    if (state !== 'trashed' && state !== 'absent') continue;
    const newId = comesBackAs(item);
    if (newId !== undefined) removals.recreated.set(newId, item.itemId);
    else removals.gone.push({ ...item, as: state });
    if (!allowRemovals && isTooMany(removals.gone.length, presentCount))
      return { ...removals, isTooMany: true };
  }
  for (const item of missing.filter((one) => one.isKnownGone)) {
    const newId = comesBackAs(item);
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
