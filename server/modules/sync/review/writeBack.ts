// Write-back of a resolution to the bookmark: read, store the intent, write one field or move the bookmark. Repeatable after a failure.
import { DomainError } from '../../../shared/domainError.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkProvider } from '../bookmarkProvider.ts';
import { threeWayMerge } from '../comparison/threeWayMerge.ts';
import { sameValue, type SideValue } from '../inconsistencies.ts';
import type { Intent, TrashedBookmark, WrittenUndo } from '../undo.ts';
import { catalogueValueFor, providerValueFor } from './resolution.ts';
import type { StoredInconsistency } from './inconsistencies.store.ts';

/** Result of a write; null when there was nothing to write. */
export interface WrittenBack {
  bookmark: Bookmark | null;
  undo: WrittenUndo;
}

/** The bookmark has changed since the admin saw it. */
export class BookmarkChangedError extends DomainError {
  readonly newValue: SideValue | undefined;

  constructor(newValue?: SideValue) {
    super('CONFLICT', 'The bookmark has changed in the service since', {
      reason: 'changedMeanwhile',
    });
    this.newValue = newValue;
  }
}

export const bookmarkGone = () =>
  new DomainError('UNAVAILABLE', 'The bookmark is gone from the bookmarks service', {
    reason: 'bookmarkGone',
  });

export interface WriteRequest {
  provider: BookmarkProvider;
  row: StoredInconsistency;
  item: SyncedItem;
  mergeBase: MergeBase;
  bookmarkId: number;
  /** Stores the intent; must precede the write. */
  saveIntent(written: Omit<Intent, 'action'>): Promise<void>;
  signal: AbortSignal;
}

export async function readBookmark(
  provider: BookmarkProvider,
  id: number,
  signal: AbortSignal,
): Promise<Bookmark | null> {
  const presence = await provider.find(id, signal);
  return 'bookmark' in presence ? presence.bookmark : null;
}

/**
 * Writes the catalogue's value into the differing field.
 * @throws BookmarkChangedError when the provider no longer has the displayed value, so that nothing is overwritten
 * unseen
 */
export async function writeCatalogueValue(write: WriteRequest): Promise<WrittenBack> {
  const { provider, row, item, mergeBase, bookmarkId, saveIntent, signal } = write;
  const changes = catalogueValueFor(row, row.newValue, item, mergeBase);
  const current = await readBookmark(provider, bookmarkId, signal);
  if (current === null) throw bookmarkGone();
  const undo = { bookmark: providerValueFor(changes, row.newValue), trashed: null };
  const difference = threeWayMerge(mergeBase, item, current, 'raindrop').differences.find(
    (one) => one.type === row.type && one.field === row.field,
  );
  // An earlier write that seemed to fail has arrived.
  if (!difference) return { bookmark: current, undo };
  if (!sameValue(difference.newValue, row.newValue))
    throw new BookmarkChangedError(difference.newValue);
  await saveIntent({ undo, word: changes });
  return { bookmark: await provider.update(bookmarkId, changes, signal), undo };
}

/** Moves the bookmark of a deleted item to the trash and keeps a copy for the undo. */
export async function trashBookmark(write: WriteRequest): Promise<WrittenBack | null> {
  const { provider, row, bookmarkId, saveIntent, signal } = write;
  const presence = await provider.find(bookmarkId, signal);
  if (!('bookmark' in presence)) {
    const tried = row.intent?.undo.trashed;
    const isOurs = presence.state === 'trashed' && tried?.id === bookmarkId;
    return isOurs ? { bookmark: null, undo: { bookmark: null, trashed: tried } } : null;
  }
  const { bookmark: current } = presence;
  const trashed: TrashedBookmark = { ...current, createdAt: current.createdAt.toISOString() };
  const undo = { bookmark: null, trashed };
  await saveIntent({ undo, word: null });
  await provider.remove(bookmarkId, signal);
  return { bookmark: null, undo };
}

/** Restores the bookmark of a kept item from the trash; a destroyed one is not recreated. */
export async function restoreBookmark(write: WriteRequest): Promise<WrittenBack | null> {
  const { provider, row, bookmarkId, saveIntent, signal } = write;
  const undo = { bookmark: null, trashed: null, restored: true };
  const { state } = await provider.find(bookmarkId, signal);
  if (state === 'absent') return null;
  if (state !== 'trashed') return row.intent?.undo.restored ? { bookmark: null, undo } : null;
  await saveIntent({ undo, word: null });
  const restored = await provider.restore(bookmarkId, signal);
  return restored ? { bookmark: null, undo } : null;
}
