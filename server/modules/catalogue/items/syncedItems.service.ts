// How other rooms add and change items on behalf of a bookmark: the only way past the rules for people.
import type { Clock } from '../../../shared/clock.ts';
import type { NewItem } from './items.ts';
import type { ItemsStore } from './items.store.ts';
import type { AddressHolder, ItemChanges, SyncedItem } from './syncedItems.ts';
import type { SyncedItemsStore } from './syncedItems.store.ts';

interface Options {
  store: SyncedItemsStore;
  catalogue: Pick<ItemsStore, 'insert' | 'ensureTags'>;
  clock: Clock;
}

const pageLength = 500;

export const createSyncedItems = ({ store, catalogue, clock }: Options) => ({
  /** Items of these bookmarks, deleted ones included. */
  byBookmarkIds: (bookmarkIds: readonly number[]): Promise<SyncedItem[]> =>
    store.byBookmarkIds(bookmarkIds),

  byIds: (ids: readonly number[]): Promise<SyncedItem[]> => store.byIds(ids),

  /** Where an id leads: the item itself, or the one into which it was merged. */
  idNow: (id: number): Promise<number> => store.idNow(id),

  /** Items with one of these addresses or names, but for those of the demo. */
  twins: (
    addresses: readonly string[],
    names: readonly string[],
  ): ReturnType<SyncedItemsStore['twins']> => store.twins(addresses, names),

  /** Services of the demo: an own one with the address of one takes its place. */
  replacedDemoItems: (): ReturnType<SyncedItemsStore['replacedDemoItems']> =>
    store.replacedDemoItems(),

  /** Which of these tags nobody has yet. */
  unknownTags: (names: readonly string[]): Promise<string[]> => store.unknownTags(names),

  /**
   * Tags as a person writes them: one that names a tag, in either language and in large or small letters, is that tag.
   * Each stands once.
   */
  async writtenTags(texts: readonly string[]): Promise<string[]> {
    const named = await store.tagsNamed(texts);
    const written = new Map<string, string>();
    for (const { text, tag } of named) {
      const key = tag ?? text.toLowerCase();
      if (!written.has(key)) written.set(key, tag ?? text);
    }
    return [...written.values()];
  },

  /** Items that were added here, have one of these addresses, and whose bookmark is wanted still. */
  wantedByAddress: (normalisedUrls: readonly string[]): Promise<SyncedItem[]> =>
    normalisedUrls.length > 0 ? store.wantedByAddress(normalisedUrls) : Promise.resolve([]),

  /** The item that has an address, but for `itself`; nobody else takes it until the end of the transaction. */
  addressHolder: (
    normalisedUrl: string,
    itself: number | null = null,
  ): Promise<AddressHolder | null> => store.addressHolder(normalisedUrl, itself),

  /** Locks one item until the end of the transaction; null when it does not exist. */
  lock: (id: number): Promise<SyncedItem | null> => store.lock(id),

  /** Every item of the catalogue, hidden ones included, in the order of their ids. */
  async *all(): AsyncGenerator<SyncedItem> {
    let last = 0;
    for (;;) {
      const page = await store.after(last, pageLength);
      yield* page;
      if (page.length < pageLength) return;
      last = page.at(-1)?.id ?? last;
    }
  },

  /** Adds items with their tags; answers the ids by bookmark id. A bookmark that is an item already is left alone. */
  add: (items: readonly NewItem[]): Promise<Map<number | null, number>> => catalogue.insert(items),

  /** Writes the named fields of one item; tags that are not known yet are made. */
  async change(id: number, { tags, ...fields }: ItemChanges): Promise<void> {
    await store.update(id, fields, clock());
    if (!tags) return;
    await catalogue.ensureTags(tags);
    await store.replaceTags(id, tags);
  },

  refreshStatus: (ids: readonly number[]): Promise<void> => store.refreshStatus(ids),
});

export type SyncedItems = ReturnType<typeof createSyncedItems>;
