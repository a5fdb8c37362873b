// Makes the bookmark of a service that was added here. It is looked for first, so that another try never makes it twice; a run
// that meets it before it is bound binds it to the same service.
import type { Clock } from '../../../shared/clock.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import {
  type Bookmark,
  type BookmarkProvider,
  type RecordedEditTransaction,
  type WriteOutcome,
  waitingAfter,
  writeEach,
  type WritingRound,
} from '../../sync/sync.module.ts';
import type { AddItemStore } from './addItem.store.ts';

/** What an admin has added, and the proposal and the wish that it was made of. */
export interface AddedService {
  itemId: number;
  proposalId: number | null;
  gapId: number | null;
  adminId: number;
}

/** The rooms of an addition, on its transaction. */
export interface AddItemTransaction extends RecordedEditTransaction {
  additions: AddItemStore;
  /** Asks for the picture of a service's own site. */
  requestPictures(): Promise<void>;
  /** Settles the proposals and wishes that the service answers, and those that it was made of. */
  closeAddedProposals(added: AddedService): Promise<void>;
}

interface Options {
  store: Pick<AddItemStore, 'begin' | 'end' | 'isBound' | 'wanted'>;
  /** Null when none is configured. */
  service: BookmarkProvider | null;
  inTransaction<Result>(work: (rooms: AddItemTransaction) => Promise<Result>): Promise<Result>;
  /** What both sides say once a bookmark is an item's. */
  adopt(rooms: AddItemTransaction, item: SyncedItem, bookmark: Bookmark): Promise<void>;
  clock: Clock;
}

const callsMs = 40_000;

export const createBookmarkCreation = ({
  store,
  service,
  inTransaction,
  adopt,
  clock,
}: Options) => {
  const titleOf = (item: SyncedItem) => item.titleEn ?? item.titleRu ?? '';
  const excerptOf = (item: SyncedItem) =>
    (item.titleEn === null ? item.descriptionRu : item.descriptionEn) ??
    item.descriptionEn ??
    item.descriptionRu ??
    '';

  /** The bookmark that an earlier try has made, or somebody else; null where there is none. */
  const found = async (to: BookmarkProvider, link: string, signal: AbortSignal) => {
    for (const id of await to.idsOf(link, signal)) {
      if (await store.isBound(id)) continue;
      const presence = await to.find(id, signal);
      if (presence.state === 'present') return presence.bookmark;
    }
    return null;
  };

  const makeFor = async (to: BookmarkProvider, itemId: number, signal: AbortSignal) => {
    const item = await inTransaction((rooms) => rooms.items.lock(itemId));
    if (!item || item.bookmarkId !== null) return;
    const bookmark =
      (await found(to, item.sourceUrl, signal)) ??
      (await to.create(
        {
          title: titleOf(item),
          excerpt: excerptOf(item),
          note: '',
          link: item.sourceUrl,
          tags: item.tags,
          type: item.mediaType,
          cover: item.imageUrl ?? '',
          createdAt: clock(),
        },
        signal,
      ));
    await inTransaction(async (rooms) => {
      await rooms.agreements.refuseBesideRuns();
      const now = await rooms.items.lock(itemId);
      if (!now || now.bookmarkId !== null || (await rooms.additions.isBound(bookmark.id))) return;
      await rooms.items.change(itemId, { bookmarkId: bookmark.id });
      await adopt(rooms, { ...now, bookmarkId: bookmark.id }, bookmark);
    });
  };

  const make = async (itemId: number, until?: AbortSignal): Promise<WriteOutcome> => {
    if (!service) return { state: 'unchanged', reason: null };
    if (!(await store.begin(itemId))) return { state: 'waiting', reason: 'beingDecided' };
    const inTime = AbortSignal.timeout(callsMs);
    const signal = until ? AbortSignal.any([inTime, until]) : inTime;
    try {
      await makeFor(service, itemId, signal);
      return { state: 'written', reason: null };
    } catch (error) {
      return waitingAfter(error, signal);
    } finally {
      await store.end(itemId).catch(() => undefined);
    }
  };

  return {
    hasService: service !== null,
    make,

    /** All that are wanted. @throws a fault that says nothing about the service */
    makeAll: (signal: AbortSignal): Promise<WritingRound> =>
      writeEach({
        waiting: async (after, limit) => (service ? store.wanted(after, limit) : []),
        placeOf: (itemId) => itemId,
        write: (itemId) => make(itemId, signal),
        signal,
      }),
  };
};

export type BookmarkCreation = ReturnType<typeof createBookmarkCreation>;
