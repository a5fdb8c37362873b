// Creation of bookmarks for added items, with its SQL; an existing bookmark is found first, so that a retry creates no second one.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import {
  type Bookmark,
  type BookmarkProvider,
  type RecordedEditTransaction,
  type WriteOutcome,
  outcomeOfError,
  writeAll,
  type WriteRound,
} from '../../sync/sync.module.ts';
import type { MachineText } from './addItem.ts';

/** Time after which another process may create the bookmark. */
const claimDuration = '60 seconds';

const columns = { descriptionRu: 'description_ru', descriptionEn: 'description_en' } as const;
const other = { descriptionRu: 'description_en', descriptionEn: 'description_ru' } as const;

export const addItemStore = (db: Knex) => ({
  async requestBookmark(itemId: number): Promise<void> {
    await db('items').where({ id: itemId }).update({ bookmark_wanted: true });
  },

  /** Marks texts as machine translations until somebody changes them (column items.machine_texts). */
  async markMachine(itemId: number, texts: readonly MachineText[]): Promise<void> {
    for (const text of texts) {
      await db.raw(
        `update items set machine_texts = machine_texts || jsonb_build_object(:column::text,
           jsonb_build_object('text', md5(${columns[text]}), 'from', md5(${other[text]})))
         where id = :itemId and ${columns[text]} is not null and ${other[text]} is not null`,
        { column: columns[text], itemId },
      );
    }
  },

  /** Claims the creation of a bookmark; false if another process has it or none is requested. */
  async claim(itemId: number): Promise<boolean> {
    const touched = await db('items')
      .where({ id: itemId, bookmark_wanted: true })
      .whereNull('bookmark_id')
      .whereNull('removed_at')
      .whereRaw('(bookmark_writing_until is null or bookmark_writing_until <= clock_timestamp())')
      .update({
        bookmark_writing_until: db.raw(`clock_timestamp() + interval '${claimDuration}'`),
      });
    return touched === 1;
  },

  async release(itemId: number): Promise<void> {
    await db('items').where({ id: itemId }).update({ bookmark_writing_until: null });
  },

  /** True when a bookmark belongs to an item. */
  async isBound(bookmarkId: number): Promise<boolean> {
    const row: { id: number } | undefined = await db('items')
      .where({ bookmark_id: bookmarkId })
      .first('id');
    return row !== undefined;
  },

  /** Items whose bookmark is requested, after an id. */
  async findRequested(afterId: number, limit: number): Promise<number[]> {
    const rows: { id: number }[] = await db('items')
      .where({ bookmark_wanted: true })
      .where('id', '>', afterId)
      .whereNull('bookmark_id')
      .whereNull('removed_at')
      .orderBy('id')
      .limit(limit)
      .select('id');
    return rows.map(({ id }) => id);
  },
});

type AddItemStore = ReturnType<typeof addItemStore>;

/** An added item, with the proposal and the catalogue gap that it comes from. */
export interface AddedItem {
  itemId: number;
  proposalId: number | null;
  gapId: number | null;
  adminId: number;
}

/** Stores and functions on the transaction that adds an item. */
export interface AddItemTransaction extends RecordedEditTransaction {
  additions: AddItemStore;
  /** Schedules the fetch of the site picture. */
  requestPictures(): Promise<void>;
  /** Closes the proposals and catalogue gaps that the item answers. */
  closeAddedProposals(added: AddedItem): Promise<void>;
}

interface Options {
  store: Pick<AddItemStore, 'claim' | 'release' | 'isBound' | 'findRequested'>;
  /** Null when none is configured. */
  service: BookmarkProvider | null;
  inTransaction<Result>(work: (tx: AddItemTransaction) => Promise<Result>): Promise<Result>;
  /** Stores the merge base of an item and its new bookmark. */
  adopt(tx: AddItemTransaction, item: SyncedItem, bookmark: Bookmark): Promise<void>;
  clock: Clock;
}

const requestTimeoutMs = 40_000;

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

  /** The bookmark of an earlier attempt or another person; null if there is none. */
  const findExisting = async (to: BookmarkProvider, link: string, signal: AbortSignal) => {
    for (const id of await to.idsOf(link, signal)) {
      if (await store.isBound(id)) continue;
      const presence = await to.find(id, signal);
      if (presence.state === 'present') return presence.bookmark;
    }
    return null;
  };

  const createFor = async (to: BookmarkProvider, itemId: number, signal: AbortSignal) => {
    const item = await inTransaction((tx) => tx.items.lock(itemId));
    if (!item || item.bookmarkId !== null) return;
    const bookmark =
      (await findExisting(to, item.sourceUrl, signal)) ??
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
    await inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      const now = await tx.items.lock(itemId);
      if (!now || now.bookmarkId !== null || (await tx.additions.isBound(bookmark.id))) return;
      await tx.items.change(itemId, { bookmarkId: bookmark.id });
      await adopt(tx, { ...now, bookmarkId: bookmark.id }, bookmark);
    });
  };

  const create = async (itemId: number, until?: AbortSignal): Promise<WriteOutcome> => {
    if (!service) return { state: 'unchanged', reason: null };
    if (!(await store.claim(itemId))) return { state: 'waiting', reason: 'beingDecided' };
    const inTime = AbortSignal.timeout(requestTimeoutMs);
    const signal = until ? AbortSignal.any([inTime, until]) : inTime;
    try {
      await createFor(service, itemId, signal);
      return { state: 'written', reason: null };
    } catch (error) {
      return outcomeOfError(error, signal);
    } finally {
      await store.release(itemId).catch(() => undefined);
    }
  };

  return {
    hasProvider: service !== null,
    make: create,

    /** Creates all requested bookmarks. @throws errors other than those of the provider */
    createRequested: (signal: AbortSignal): Promise<WriteRound> =>
      writeAll({
        nextBatch: async (after, limit) => (service ? store.findRequested(after, limit) : []),
        idOf: (itemId) => itemId,
        write: (itemId) => create(itemId, signal),
        signal,
      }),
  };
};

export type BookmarkCreation = ReturnType<typeof createBookmarkCreation>;
