// Provider side of a resolution, its revert and its undo: read, store the intent, write one field or move the bookmark. Repeatable after a failure.
import { DomainError } from '../../../shared/domainError.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkChanges, BookmarkProvider } from '../bookmarkProvider.ts';
import { threeWayMerge } from '../comparison/threeWayMerge.ts';
import {
  type Intent,
  sameValue,
  type SideValue,
  type TrashedBookmark,
  type Undo,
  type WrittenUndo,
  beingDecided,
  decidedMeanwhile,
  type NotWrittenReason,
  type ResolutionAction,
  timeExhausted,
} from '../inconsistencies.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import type { StoredInconsistency, InconsistenciesStore } from './inconsistencies.store.ts';
import { catalogueValueFor, providerValueFor, previewResolution } from './resolution.ts';

/** Result of a write; null when there was nothing to write. */
interface WrittenBack {
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

const bookmarkGone = () =>
  new DomainError('UNAVAILABLE', 'The bookmark is gone from the bookmarks service', {
    reason: 'bookmarkGone',
  });

interface WriteRequest {
  provider: BookmarkProvider;
  row: StoredInconsistency;
  item: SyncedItem;
  mergeBase: MergeBase;
  bookmarkId: number;
  /** Stores the intent; must precede the write. */
  saveIntent(written: Omit<Intent, 'action'>): Promise<void>;
  signal: AbortSignal;
}

async function readBookmark(
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
async function writeCatalogueValue(write: WriteRequest): Promise<WrittenBack> {
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
async function trashBookmark(write: WriteRequest): Promise<WrittenBack | null> {
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
async function restoreBookmark(write: WriteRequest): Promise<WrittenBack | null> {
  const { provider, row, bookmarkId, saveIntent, signal } = write;
  const undo = { bookmark: null, trashed: null, restored: true };
  const { state } = await provider.find(bookmarkId, signal);
  if (state === 'absent') return null;
  if (state !== 'trashed') return row.intent?.undo.restored ? { bookmark: null, undo } : null;
  await saveIntent({ undo, word: null });
  const restored = await provider.restore(bookmarkId, signal);
  return restored ? { bookmark: null, undo } : null;
}

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
async function undoWrite(
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
async function revertIntent(
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

interface Options {
  store: InconsistenciesStore;
  items: Pick<SyncedItems, 'byIds'>;
  mergeBases: Pick<MergeBases, 'of'>;
  provider: BookmarkProvider | null;
  clock: Clock;
}

/** A lease, and the time by which all provider calls must have ended. */
export interface Lease {
  id: string;
  expiresAt: Date;
}

export interface ProviderOutcome {
  /** The bookmark after the write; null when no field was written. */
  bookmark: Bookmark | null;
  undo: WrittenUndo;
  /** Reason why nothing was written. */
  reason: NotWrittenReason | null;
}

const writers: Partial<
  Record<ResolutionAction, (write: WriteRequest) => Promise<WrittenBack | null>>
> = {
  keep_current_update_raindrop: writeCatalogueValue,
  delete: trashBookmark,
  keep_item: restoreBookmark,
};

const notWritten = (reason: NotWrittenReason | null): ProviderOutcome => ({
  bookmark: null,
  undo: { bookmark: null, trashed: null },
  reason,
});

const providerNotConfigured = () =>
  new DomainError('UNAVAILABLE', 'No bookmarks service is configured to write to', {
    reason: 'bookmarksOff',
  });

const timedOut = (cause?: unknown) =>
  new DomainError('UNAVAILABLE', 'The bookmarks service did not answer in time', {
    reason: 'bookmarksUnreachable',
    cause,
  });

export const createResolutionWrites = ({ store, items, mergeBases, provider, clock }: Options) => {
  const subjectOf = async (row: StoredInconsistency) => {
    const [item] = await items.byIds([row.itemId]);
    const mergeBase = await mergeBases.of(row.itemId);
    if (!item || !mergeBase || item.bookmarkId === null) throw decidedMeanwhile();
    return { item, mergeBase, bookmarkId: item.bookmarkId };
  };

  /** Calls the provider within the time of the lease and before `deadline`. */
  const calling = async <Result>(
    { expiresAt }: Lease,
    work: (provider: BookmarkProvider, signal: AbortSignal) => Promise<Result>,
    deadline?: AbortSignal,
  ): Promise<Result> => {
    if (!provider) throw providerNotConfigured();
    const leftMs = expiresAt.getTime() - clock().getTime();
    if (leftMs <= 0) throw timedOut();
    const signal = AbortSignal.any([AbortSignal.timeout(leftMs), ...(deadline ? [deadline] : [])]);
    return work(provider, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      if (deadline?.aborted) throw timeExhausted();
      throw timedOut(error);
    });
  };

  return {
    hasService: provider !== null,

    /** Reverts the interrupted write of another action. */
    async revertIntent(held: StoredInconsistency, hold: Lease, deadline?: AbortSignal) {
      const { intent } = held;
      if (!intent) return;
      const { bookmarkId } = await subjectOf(held);
      await calling(hold, (to, signal) => revertIntent(to, bookmarkId, intent, signal), deadline);
      await store.saveIntent(held.id, hold.id, null);
    },

    /** Writes the action to the provider if it concerns the bookmark; never after `deadline`. */
    async decide(
      held: StoredInconsistency,
      hold: Lease,
      action: ResolutionAction,
      deadline?: AbortSignal,
    ): Promise<ProviderOutcome> {
      const offer = previewResolution(held, action, provider !== null);
      const run = writers[action];
      const isTriedBefore = held.intent?.action === action;
      if (!run || (offer.bookmark === 'unchanged' && offer.isPossible && !isTriedBefore))
        return notWritten(offer.reason);
      if (offer.reason === 'bookmarkGone' && !isTriedBefore) throw bookmarkGone();
      const subject = await subjectOf(held);
      const written = await calling(
        hold,
        (to, signal) => {
          const intend: WriteRequest['saveIntent'] = async (intent) => {
            if (!(await store.saveIntent(held.id, hold.id, { ...intent, action })))
              throw beingDecided();
          };
          return run({ ...subject, provider: to, row: held, saveIntent: intend, signal });
        },
        deadline,
      );
      return written ? { ...written, reason: null } : notWritten('bookmarkGone');
    },

    /** Reverts the write of a decision. */
    async undo(held: StoredInconsistency, hold: Lease, deadline?: AbortSignal): Promise<Revert> {
      const { undo } = held;
      if (!undo?.bookmark && !undo?.trashed && !undo?.restored) return { bookmarkId: null };
      const subject = await subjectOf(held);
      const remember = (madeAs: number) => store.saveRecreatedBookmark(held.id, madeAs);
      return calling(
        hold,
        (to, signal) => undoWrite(to, { ...subject, undo, saveRecreated: remember }, signal),
        deadline,
      );
    },
  };
};

export type ResolutionWrites = ReturnType<typeof createResolutionWrites>;
