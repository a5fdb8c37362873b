// The part of a decision that happens at the bookmarks service: read first, write one field, or move to the trash.
import { DomainError } from '../../shared/domainError.ts';
import type { SyncedItem } from '../knowledge/syncedItems.ts';
import type { Agreement } from '../sync/agreement.ts';
import type { Bookmark, BookmarkChanges, BookmarkService } from '../sync/bookmarks.ts';
import { compare } from '../sync/compare.ts';
import { wordOfCatalogue, wordOfService, type TrashedBookmark, type Undo } from './decision.ts';
import { sameValue, type Inconsistency, type SideValue } from './inconsistencies.ts';

/** What the service was made to say, and what it said before. */
export interface WrittenBack {
  bookmark: Bookmark | null;
  undo: Pick<Undo, 'bookmark' | 'trashed' | 'restored'>;
}

/** The item has another bookmark than before, because the trash does not give one back. */
export interface PutBack {
  bookmarkId: number | null;
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

const goneInService = () =>
  new DomainError('UNAVAILABLE', 'The bookmark is gone from the bookmarks service', {
    reason: 'bookmarkGone',
  });

async function readBookmark(
  service: BookmarkService,
  id: number,
  signal: AbortSignal,
): Promise<Bookmark | null> {
  const presence = await service.find(id, signal);
  return 'bookmark' in presence ? presence.bookmark : null;
}

interface Subject {
  row: Inconsistency;
  item: SyncedItem;
  agreement: Agreement;
  bookmarkId: number;
}

/**
 * Writes the catalogue's word into the one field that differs.
 * @throws ServiceMovedOn when the service no longer says what the difference shows: nothing is overwritten unseen.
 */
export async function keepCatalogue(
  service: BookmarkService,
  subject: Subject,
  signal: AbortSignal,
): Promise<WrittenBack> {
  const { row, item, agreement, bookmarkId } = subject;
  const word = wordOfCatalogue(row, row.newValue, item, agreement);
  if (Object.keys(word).length === 0)
    return { bookmark: null, undo: { bookmark: null, trashed: null } };
  const current = await readBookmark(service, bookmarkId, signal);
  if (current === null) throw goneInService();
  const undo = { bookmark: wordOfService(word, row.newValue), trashed: null };
  const difference = compare(agreement, item, current, 'raindrop').differences.find(
    (one) => one.type === row.type && one.field === row.field,
  );
  // An earlier try that seemed to fail has arrived.
  if (!difference) return { bookmark: current, undo };
  if (!sameValue(difference.newValue, row.newValue)) throw new ServiceMovedOn(difference.newValue);
  return { bookmark: await service.update(bookmarkId, word, signal), undo };
}

/** Moves the bookmark of a deleted item to the trash, and remembers it whole. */
export async function trashBookmark(
  service: BookmarkService,
  bookmarkId: number,
  signal: AbortSignal,
): Promise<WrittenBack> {
  const current = await readBookmark(service, bookmarkId, signal);
  if (current === null) return { bookmark: null, undo: { bookmark: null, trashed: null } };
  await service.remove(bookmarkId, signal);
  const trashed: TrashedBookmark = { ...current, createdAt: current.createdAt.toISOString() };
  return { bookmark: null, undo: { bookmark: null, trashed } };
}

/** Takes the bookmark of a kept item out of the trash; one that was destroyed for good stays gone. */
export async function restoreBookmark(
  service: BookmarkService,
  bookmarkId: number,
  signal: AbortSignal,
): Promise<WrittenBack> {
  const restored = await service.restore(bookmarkId, signal);
  return { bookmark: null, undo: { bookmark: null, trashed: null, restored } };
}

const says = (bookmark: Bookmark, changes: BookmarkChanges): boolean =>
  (Object.keys(changes) as (keyof BookmarkChanges)[]).every((field) =>
    sameValue(bookmark[field], changes[field] ?? null),
  );

/**
 * Gives the service back what it said before a decision.
 * @throws ServiceMovedOn when somebody has changed the field in the service since.
 */
export async function undoWrite(
  service: BookmarkService,
  subject: Pick<Subject, 'agreement' | 'bookmarkId'> & { undo: Undo },
  signal: AbortSignal,
): Promise<PutBack> {
  const { undo, agreement, bookmarkId } = subject;
  if (undo.trashed) return { bookmarkId: await makeAgain(service, undo.trashed, signal) };
  if (undo.restored) {
    await service.remove(bookmarkId, signal);
    return { bookmarkId };
  }
  if (!undo.bookmark) return { bookmarkId };
  const current = await readBookmark(service, bookmarkId, signal);
  if (current === null) throw goneInService();
  if (says(current, undo.bookmark)) return { bookmarkId };
  if (!says(current, wordOfAgreement(undo.bookmark, agreement))) throw new ServiceMovedOn();
  await service.update(bookmarkId, undo.bookmark, signal);
  return { bookmarkId };
}

/** What the service said when the decision was agreed, in the fields that were written. */
const wordOfAgreement = (written: BookmarkChanges, agreement: Agreement): BookmarkChanges =>
  Object.fromEntries(
    (Object.keys(written) as (keyof BookmarkChanges)[]).map((field) => [field, agreement[field]]),
  );

async function makeAgain(
  service: BookmarkService,
  trashed: TrashedBookmark,
  signal: AbortSignal,
): Promise<number> {
  const current = await service.find(trashed.id, signal);
  if (current.state === 'present' || current.state === 'moved') return trashed.id;
  const { id: _id, source: _source, createdAt, ...fields } = trashed;
  const made = await service.create({ ...fields, createdAt: new Date(createdAt) }, signal);
  return made.id;
}
