// SQL that reads and writes what bookmarks say about items. It sees hidden and deleted items too: no viewer asks.
import type { Knex } from 'knex';
import type { ItemChanges, SyncedItem } from './syncedItems.ts';

interface SyncedItemRow {
  id: number;
  bookmark_id: number | string | null;
  title_ru: string | null;
  title_en: string | null;
  description_ru: string | null;
  description_en: string | null;
  image_url: string | null;
  source_url: string;
  normalised_url: string;
  media_type: string;
  media_source: string;
  tags: string[];
  created_at: Date;
  removed_at: Date | null;
}

const toSyncedItem = (row: SyncedItemRow): SyncedItem => ({
  id: row.id,
  bookmarkId: row.bookmark_id === null ? null : Number(row.bookmark_id),
  titleRu: row.title_ru,
  titleEn: row.title_en,
  descriptionRu: row.description_ru,
  descriptionEn: row.description_en,
  imageUrl: row.image_url,
  sourceUrl: row.source_url,
  normalisedUrl: row.normalised_url,
  mediaType: row.media_type,
  mediaSource: row.media_source,
  tags: row.tags,
  createdAt: row.created_at,
  removedAt: row.removed_at,
});

const columnOf = {
  bookmarkId: 'bookmark_id',
  titleRu: 'title_ru',
  titleEn: 'title_en',
  descriptionRu: 'description_ru',
  descriptionEn: 'description_en',
  imageUrl: 'image_url',
  sourceUrl: 'source_url',
  normalisedUrl: 'normalised_url',
  mediaType: 'media_type',
  mediaSource: 'media_source',
  removedAt: 'removed_at',
} as const satisfies Record<Exclude<keyof ItemChanges, 'tags'>, string>;

const selection = (db: Knex) =>
  db('items').select(
    'items.id',
    ...Object.values(columnOf).map((column) => `items.${column}`),
    'items.created_at',
    db.raw(`array(
      select tags.original_name from item_tags join tags on tags.id = item_tags.tag_id
      where item_tags.item_id = items.id order by item_tags.position, tags.id
    ) as tags`),
  );

export const syncedItemsStore = (db: Knex) => ({
  async byBookmarkIds(bookmarkIds: readonly number[]): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(db).whereIn('items.bookmark_id', [
      ...bookmarkIds,
    ]);
    return rows.map(toSyncedItem);
  },

  async byIds(ids: readonly number[]): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(db).whereIn('items.id', [...ids]);
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

  /** Locks one item until the end of the transaction. */
  async lock(id: number): Promise<SyncedItem | null> {
    await db('items').where({ id }).forUpdate().first('id');
    return (await this.byIds([id]))[0] ?? null;
  },

  /** Writes the named fields; tags are written by `replaceTags`. */
  async update(id: number, changes: Omit<ItemChanges, 'tags'>, updatedAt: Date): Promise<void> {
    const columns = Object.entries(changes).map(([field, value]) => [
      columnOf[field as keyof typeof columnOf],
      value,
    ]);
    await db('items')
      .where({ id })
      .update({ ...Object.fromEntries(columns), updated_at: updatedAt });
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
