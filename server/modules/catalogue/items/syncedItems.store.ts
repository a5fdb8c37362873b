// SQL that reads and writes what bookmarks say about items. It sees hidden and deleted items too: no viewer asks.
import type { Knex } from 'knex';
import {
  fromRow,
  mergedWithOwn,
  syncedColumnByField,
  toColumns,
  type RowOf,
} from './items.rows.ts';
import type { AddressHolder, ItemChanges, SyncedItem } from './syncedItems.ts';

/** What an import compares a bookmark with. */
type Named = Pick<SyncedItem, 'id' | 'titleRu' | 'titleEn' | 'normalisedUrl'>;

interface NamedRow {
  id: number;
  title_ru: string | null;
  title_en: string | null;
  normalised_url: string;
}

const toNamed = (row: NamedRow): Named => ({
  id: row.id,
  titleRu: row.title_ru,
  titleEn: row.title_en,
  normalisedUrl: row.normalised_url,
});

type SyncedItemRow = Omit<RowOf<SyncedItem, typeof syncedColumnByField>, 'bookmark_id'> & {
  bookmark_id: number | string | null;
  tags: string[];
};

const toSyncedItem = (row: SyncedItemRow): SyncedItem => ({
  ...(fromRow(syncedColumnByField, row) as Omit<SyncedItem, 'tags'>),
  bookmarkId: row.bookmark_id === null ? null : Number(row.bookmark_id),
  tags: row.tags,
});

const isOwn = `(not items.is_demo or exists (select from agreed_bookmarks where item_id = items.id) or ${mergedWithOwn})`;

/** As `nameKey` writes a name; indexes of migration 0002. */
const nameKeyOf = (column: string): string => `item_name_key(${column})`;

/** One of many texts. The database plans for texts that it does not know yet, in a tenth of the time that planning for hundreds of known ones takes. */
const anyOf = 'any(array(select unnest(?::text[])))';

const selection = (db: Knex) =>
  db('items').select(
    ...Object.values(syncedColumnByField).map((column) => `items.${column}`),
    db.raw(`array(
      select tags.original_name from item_tags join tags on tags.id = item_tags.tag_id
      where item_tags.item_id = items.id order by item_tags.position, tags.id
    ) as tags`),
  );

export const syncedItemsStore = (db: Knex) => ({
  async byBookmarkIds(bookmarkIds: readonly number[]): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(db).whereRaw(
      'items.bookmark_id = any(?::bigint[])',
      [[...bookmarkIds]],
    );
    return rows.map(toSyncedItem);
  },

  async byIds(ids: readonly number[]): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(db).whereRaw('items.id = any(?::integer[])', [
      [...ids],
    ]);
    return rows.map(toSyncedItem);
  },

  async wantedByAddress(normalisedUrls: readonly string[]): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(db)
      .whereRaw('items.normalised_url = any(?::text[])', [[...normalisedUrls]])
      .where('items.bookmark_wanted', true)
      .whereNull('items.bookmark_id')
      .whereNull('items.removed_at')
      .orderBy('items.id');
    return rows.map(toSyncedItem);
  },

  /** All items of the catalogue, hidden ones included, deleted ones not; page by page in the order of their ids. */
  async after(id: number, count: number): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(db)
      .where('items.id', '>', id)
      .whereNull('items.removed_at')
      .orderBy('items.id')
      .limit(count);
    return rows.map(toSyncedItem);
  },

  /**
   * Items with one of these addresses or names, the demo's aside: they give way. Names are compared as `nameKey` writes them. The
   * address of a merged item is that of the one into which it was merged.
   */
  async twins(addresses: readonly string[], names: readonly string[]): Promise<Named[]> {
    const rows: NamedRow[] = await db('items')
      .select('id', 'title_ru', 'title_en', 'normalised_url')
      .whereNull('removed_at')
      .whereRaw(isOwn)
      // Not as alternatives of one condition, for which the database may read all services.
      .whereRaw(
        `id in (select id from items where normalised_url = ${anyOf}
           union all select id from items where ${nameKeyOf('title_ru')} = ${anyOf}
           union all select id from items where ${nameKeyOf('title_en')} = ${anyOf})`,
        [[...addresses], [...names], [...names]],
      )
      .unionAll(
        db('items')
          .join('items as kept', 'kept.id', db.raw('item_now(items.id)'))
          .select('kept.id', 'kept.title_ru', 'kept.title_en', 'items.normalised_url')
          .whereNotNull('items.merged_into')
          .whereNull('kept.removed_at')
          .whereRaw(isOwn)
          .whereRaw(`items.normalised_url = ${anyOf}`, [[...addresses]]),
      )
      .orderBy('id');
    return rows.map(toNamed);
  },

  /** The demo's services, each of which gives way to an own one with its address. */
  async replacedDemoItems(): Promise<Named[]> {
    const rows: NamedRow[] = await db('items')
      .select('id', 'title_ru', 'title_en', 'normalised_url')
      .whereNull('removed_at')
      .where({ is_demo: true })
      .whereRaw(`not ${isOwn}`)
      .orderBy('id');
    return rows.map(toNamed);
  },

  /** Which of these tags the catalogue does not know, in the given order. */
  async unknownTags(names: readonly string[]): Promise<string[]> {
    const { rows } = await db.raw<{ rows: { name: string }[] }>(
      `select name from unnest(?::text[]) with ordinality as given (name, place)
       where not exists (select from tags where original_name = name) order by place`,
      [[...names]],
    );
    return rows.map(({ name }) => name);
  },

  /** The tag that each of these texts names, by itself or in one of the languages; null where none does. In the given order. */
  async tagsNamed(texts: readonly string[]): Promise<{ text: string; tag: string | null }[]> {
    const { rows } = await db.raw<{ rows: { text: string; tag: string | null }[] }>(
      `select text, (
         select original_name from tags
         where lower(text) in (lower(original_name), lower(name_ru), lower(name_en))
         order by original_name = text desc, lower(original_name) = lower(text) desc, id limit 1
       ) as tag
       from unnest(?::text[]) with ordinality as given (text, place) order by place`,
      [[...texts]],
    );
    return rows;
  },

  /** Locks one item until the end of the transaction. */
  async lock(id: number): Promise<SyncedItem | null> {
    await db('items').where({ id }).forUpdate().first('id');
    return (await this.byIds([id]))[0] ?? null;
  },

  /** Where an id leads: the item itself, or the one into which it was merged. */
  async idNow(id: number): Promise<number> {
    const { rows } = await db.raw<{ rows: { id: number | null }[] }>('select item_now(?) as id', [
      id,
    ]);
    return rows[0]?.id ?? id;
  },

  /**
   * The item that has an address, a merged one by what it was merged into; null where there is none but `itself`. Nobody else asks
   * about the address until the end of the transaction.
   */
  async addressHolder(normalisedUrl: string, itself: number | null): Promise<AddressHolder | null> {
    await db.raw(`select pg_advisory_xact_lock(hashtextextended('address ' || ?, 0))`, [
      normalisedUrl,
    ]);
    const { rows } = await db.raw<{ rows: AddressHolder[] }>(
      `select held.id, held.title_ru as "titleRu", held.title_en as "titleEn"
       from items join items as held on held.id = item_now(items.id) and held.removed_at is null
       where items.normalised_url = :normalisedUrl and (items.removed_at is null or items.merged_into is not null)
         and held.id is distinct from :itself::integer
       order by items.removed_at is not null, items.id limit 1`,
      { normalisedUrl, itself },
    );
    return rows[0] ?? null;
  },

  /** Writes the named fields; tags are written by `replaceTags`. */
  async update(id: number, changes: Omit<ItemChanges, 'tags'>, updatedAt: Date): Promise<void> {
    await db('items')
      .where({ id })
      .update({ ...toColumns(syncedColumnByField, changes), updated_at: updatedAt });
  },

  /** Leaves an item with exactly these tags, in this order. The tags exist. */
  async replaceTags(id: number, tags: readonly string[]): Promise<void> {
    await db.raw(
      `delete from item_tags where item_id = :id
       and tag_id not in (select id from tags where original_name = any(:tags::text[]))`,
      { id, tags: [...tags] },
    );
    await db.raw(
      `insert into item_tags (item_id, tag_id, position)
       select :id::integer, tags.id, wanted.position - 1
       from unnest(:tags::text[]) with ordinality as wanted (tag, position)
       join tags on tags.original_name = wanted.tag
       on conflict (item_id, tag_id) do update set position = excluded.position`,
      { id, tags: [...tags] },
    );
  },

  /** How items stand towards their bookmarks, worked out anew (schema: ItemSyncStatus). */
  async refreshStatus(ids: readonly number[]): Promise<void> {
    await db.raw(
      `update items set sync_status = now_is.status
       from (
         select items.id, case
           when agreed.item_id is null then 'local'
           when agreed.gone_at is not null then 'removed'
           when exists (
             select from inconsistencies
             where item_id = items.id and status = 'new' and type <> 'link_broken'
           ) then 'differs'
           else 'synced' end as status
         from items left join agreed_bookmarks as agreed on agreed.item_id = items.id
         where items.id = any(?::integer[])
       ) as now_is
       where items.id = now_is.id and items.sync_status <> now_is.status`,
      [[...ids]],
    );
  },
});

export type SyncedItemsStore = ReturnType<typeof syncedItemsStore>;
