// The part of a decision that happens at the bookmarks service: read first, say what is about to be written, then write one
// field, or move the bookmark as a whole. Every step may be made again after a failure: what has arrived counts as done.
import { DomainError } from '../../../shared/domainError.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkProvider } from '../bookmarkProvider.ts';
import { threeWayMerge } from '../comparison/threeWayMerge.ts';
import { sameValue, type SideValue } from '../inconsistencies.ts';
import type { Intent, TrashedBookmark, WrittenUndo } from '../undo.ts';
import { catalogueValueFor, serviceValueFor } from './resolution.ts';
import type { StoredInconsistency } from './inconsistencies.store.ts';

/** What the service was made to say, and what it said before; null when there was nothing to be written. */
export interface WrittenBack {
  bookmark: Bookmark | null;
  undo: WrittenUndo;
}

/** The service says something else than what the admin has looked at. */
export class ServiceMovedOn extends DomainError {
  readonly newValue: SideValue | undefined;

  constructor(newValue?: SideValue) {
    super('CONFLICT', 'The bookmark has changed in the service since', {
      reason: 'changedMeanwhile',
    });
    this.newValue = newValue;
  }
}

export const deletedInService = () =>
  new DomainError('UNAVAILABLE', 'The bookmark is gone from the bookmarks service', {
    reason: 'bookmarkGone',
  });

/** One write about to be made. */
export interface Write {
  service: BookmarkProvider;
  row: StoredInconsistency;
  item: SyncedItem;
  agreement: MergeBase;
  bookmarkId: number;
  /** Stores what is about to be written; it comes before every write. */
  intend(written: Omit<Intent, 'action'>): Promise<void>;
  signal: AbortSignal;
}

export async function readBookmark(
  service: BookmarkProvider,
  id: number,
  signal: AbortSignal,
): Promise<Bookmark | null> {
  const presence = await service.find(id, signal);
  return 'bookmark' in presence ? presence.bookmark : null;
}

/**
 * Writes the catalogue's word into the one field that differs.
 * @throws ServiceMovedOn when the service no longer says what the difference shows: nothing is overwritten unseen.
 */
export async function keepCatalogue(write: Write): Promise<WrittenBack> {
  const { service, row, item, agreement, bookmarkId, intend, signal } = write;
  const word = catalogueValueFor(row, row.newValue, item, agreement);
  const current = await readBookmark(service, bookmarkId, signal);
  if (current === null) throw deletedInService();
  const undo = { bookmark: serviceValueFor(word, row.newValue), trashed: null };
  const difference = threeWayMerge(agreement, item, current, 'raindrop').differences.find(
    (one) => one.type === row.type && one.field === row.field,
  );
  // An earlier try that seemed to fail has arrived.
  if (!difference) return { bookmark: current, undo };
  if (!sameValue(difference.newValue, row.newValue)) throw new ServiceMovedOn(difference.newValue);
  await intend({ undo, word });
  return { bookmark: await service.update(bookmarkId, word, signal), undo };
}

/** Moves the bookmark of a deleted item to the trash, and remembers it whole. */
export async function trashBookmark(write: Write): Promise<WrittenBack | null> {
  const { service, row, bookmarkId, intend, signal } = write;
  const presence = await service.find(bookmarkId, signal);
  if (!('bookmark' in presence)) {
    const tried = row.intent?.undo.trashed;
    const isOurs = presence.state === 'trashed' && tried?.id === bookmarkId;
    return isOurs ? { bookmark: null, undo: { bookmark: null, trashed: tried } } : null;
  }
  const { bookmark: current } = presence;
  const trashed: TrashedBookmark = { ...current, createdAt: current.createdAt.toISOString() };
  const undo = { bookmark: null, trashed };
  await intend({ undo, word: null });
  await service.remove(bookmarkId, signal);
  return { bookmark: null, undo };
}

/** Takes the bookmark of a kept item out of the trash; one that was destroyed for good stays gone. */
export async function restoreBookmark(write: Write): Promise<WrittenBack | null> {
  const { service, row, bookmarkId, intend, signal } = write;
  const undo = { bookmark: null, trashed: null, restored: true };
  const { state } = await service.find(bookmarkId, signal);
  if (state === 'absent') return null;
  if (state !== 'trashed') return row.intent?.undo.restored ? { bookmark: null, undo } : null;
  await intend({ undo, word: null });
  const restored = await service.restore(bookmarkId, signal);
  return restored ? { bookmark: null, undo } : null;
}
