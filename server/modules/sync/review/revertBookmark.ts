// Gives the bookmarks service back what it said: for an undo, and for a write whose decision did not come about.
import type { MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkChanges, BookmarkProvider } from '../bookmarkProvider.ts';
import { sameValue } from '../inconsistencies.ts';
import type { Intent, Undo } from '../undo.ts';
import { deletedInService, readBookmark, ServiceMovedOn } from './writeBack.ts';

/** The bookmark that the item has now: another one than before when it had to be made again. */
export interface Revert {
  bookmarkId: number | null;
}

interface Undoing {
  undo: Undo;
  agreement: MergeBase;
  bookmarkId: number;
  /** Remembers the bookmark that was made again, at once: another try must not make it twice. */
  remember(madeAs: number): Promise<void>;
}

const fieldsOf = (changes: BookmarkChanges) => Object.keys(changes) as (keyof BookmarkChanges)[];

const says = (bookmark: Bookmark, changes: BookmarkChanges): boolean =>
  fieldsOf(changes).every((field) => sameValue(bookmark[field], changes[field] ?? null));

/** What the service said when the decision was agreed, in the fields that were written. */
const wordOfAgreement = (written: BookmarkChanges, agreement: MergeBase): BookmarkChanges =>
  Object.fromEntries(fieldsOf(written).map((field) => [field, agreement[field]]));

/**
 * Gives the service back what it said before a decision.
 * @throws ServiceMovedOn when somebody has changed the field in the service since.
 */
export async function undoWrite(
  service: BookmarkProvider,
  { undo, agreement, bookmarkId, remember }: Undoing,
  signal: AbortSignal,
): Promise<Revert> {
  if (undo.trashed) return { bookmarkId: await revertChange(service, undo, remember, signal) };
  if (undo.restored) {
    await service.remove(bookmarkId, signal);
    return { bookmarkId };
  }
  if (!undo.bookmark) return { bookmarkId };
  const current = await readBookmark(service, bookmarkId, signal);
  if (current === null) throw deletedInService();
  if (says(current, undo.bookmark)) return { bookmarkId };
  if (!says(current, wordOfAgreement(undo.bookmark, agreement))) throw new ServiceMovedOn();
  await service.update(bookmarkId, undo.bookmark, signal);
  return { bookmarkId };
}

/** Out of the trash where it lies there; one that was destroyed for good is made again, under another id. */
async function revertChange(
  service: BookmarkProvider,
  { trashed, madeAs }: Undo,
  remember: Undoing['remember'],
  signal: AbortSignal,
): Promise<number> {
  if (!trashed) throw new TypeError('Nothing was moved to the trash');
  for (const id of madeAs === undefined ? [trashed.id] : [madeAs, trashed.id]) {
    const { state } = await service.find(id, signal);
    if (state === 'trashed') await service.restore(id, signal);
    if (state !== 'absent') return id;
  }
  const { id: _id, source: _source, createdAt, ...fields } = trashed;
  const made = await service.create({ ...fields, createdAt: new Date(createdAt) }, signal);
  await remember(made.id);
  return made.id;
}

/** Takes back what an earlier try has written, as far as it still stands there. */
export async function revertResolution(
  service: BookmarkProvider,
  bookmarkId: number,
  { undo, word }: Intent,
  signal: AbortSignal,
): Promise<void> {
  if (undo.trashed) {
    await service.restore(bookmarkId, signal);
  } else if (undo.restored) {
    await service.remove(bookmarkId, signal);
  } else if (undo.bookmark && word) {
    const current = await readBookmark(service, bookmarkId, signal);
    if (current && says(current, word)) await service.update(bookmarkId, undo.bookmark, signal);
  }
}
