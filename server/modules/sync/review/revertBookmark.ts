// Reverts a bookmark to its former values, for an undo or an abandoned write.
import type { MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkChanges, BookmarkProvider } from '../bookmarkProvider.ts';
import { sameValue } from '../inconsistencies.ts';
import type { Intent, Undo } from '../undo.ts';
import { bookmarkGone, readBookmark, BookmarkChangedError } from './writeBack.ts';

/** Id of the bookmark after the revert; a recreated one has a new id. */
export interface Revert {
  bookmarkId: number | null;
}

interface UndoRequest {
  undo: Undo;
  mergeBase: MergeBase;
  bookmarkId: number;
  /** Stores the id at once, so that a retry does not recreate the bookmark twice. */
  saveRecreated(madeAs: number): Promise<void>;
}

const fieldsOf = (changes: BookmarkChanges) => Object.keys(changes) as (keyof BookmarkChanges)[];

const hasValues = (bookmark: Bookmark, changes: BookmarkChanges): boolean =>
  fieldsOf(changes).every((field) => sameValue(bookmark[field], changes[field] ?? null));

/** Values of the merge base in the written fields. */
const mergeBaseValues = (written: BookmarkChanges, mergeBase: MergeBase): BookmarkChanges =>
  Object.fromEntries(fieldsOf(written).map((field) => [field, mergeBase[field]]));

/**
 * Reverts the write of a decision.
 * @throws BookmarkChangedError when the provider has changed the field meanwhile
 */
export async function undoWrite(
  provider: BookmarkProvider,
  { undo, mergeBase, bookmarkId, saveRecreated }: UndoRequest,
  signal: AbortSignal,
): Promise<Revert> {
  if (undo.trashed)
    return { bookmarkId: await restoreTrashed(provider, undo, saveRecreated, signal) };
  if (undo.restored) {
    await provider.remove(bookmarkId, signal);
    return { bookmarkId };
  }
  if (!undo.bookmark) return { bookmarkId };
  const current = await readBookmark(provider, bookmarkId, signal);
  if (current === null) throw bookmarkGone();
  if (hasValues(current, undo.bookmark)) return { bookmarkId };
  if (!hasValues(current, mergeBaseValues(undo.bookmark, mergeBase)))
    throw new BookmarkChangedError();
  await provider.update(bookmarkId, undo.bookmark, signal);
  return { bookmarkId };
}

/** Restores a bookmark from the trash, or recreates a destroyed one under a new id. */
async function restoreTrashed(
  provider: BookmarkProvider,
  { trashed, madeAs }: Undo,
  remember: UndoRequest['saveRecreated'],
  signal: AbortSignal,
): Promise<number> {
  if (!trashed) throw new TypeError('Nothing was moved to the trash');
  for (const id of madeAs === undefined ? [trashed.id] : [madeAs, trashed.id]) {
    const { state } = await provider.find(id, signal);
    if (state === 'trashed') await provider.restore(id, signal);
    if (state !== 'absent') return id;
  }
  const { id: _id, source: _source, createdAt, ...fields } = trashed;
  const imported = await provider.create({ ...fields, createdAt: new Date(createdAt) }, signal);
  await remember(imported.id);
  return imported.id;
}

/** Reverts an interrupted write as far as its values are unchanged. */
export async function revertIntent(
  provider: BookmarkProvider,
  bookmarkId: number,
  { undo, word: changes }: Intent,
  signal: AbortSignal,
): Promise<void> {
  if (undo.trashed) {
    await provider.restore(bookmarkId, signal);
  } else if (undo.restored) {
    await provider.remove(bookmarkId, signal);
  } else if (undo.bookmark && changes) {
    const current = await readBookmark(provider, bookmarkId, signal);
    if (current && hasValues(current, changes))
      await provider.update(bookmarkId, undo.bookmark, signal);
  }
}
