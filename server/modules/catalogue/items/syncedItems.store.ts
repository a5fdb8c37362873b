// Synchronised items: SQL that reads and writes the part of items that comes from bookmarks.
import { tagKey, uniqueTags } from '../../../shared/tagKey.ts';
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import {
  fromRow,
  isMergedWithOwn,
  syncedColumnByField,
  toColumns,
  type RowOf,
  type AddressHolder,
  type ItemChanges,
  type SyncedItem,
} from './items.rows.ts';
import { ItemsStore } from './items.store.ts';
import type { NewItem } from './items.ts';

/** Names and address of an item, for comparison with a bookmark. */
type ItemName = Pick<SyncedItem, 'id' | 'titleRu' | 'titleEn' | 'normalisedUrl'>;

interface ItemNameRow {
  id: number;
  title_ru: string | null;
  title_en: string | null;
  normalised_url: string;
}

const toItemName = (row: ItemNameRow): ItemName => ({
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

const isOwn = `(not items.is_demo or exists (select from agreed_bookmarks where item_id = items.id) or ${isMergedWithOwn})`;

/** Same key as `nameKey`; indexed in migration 0002. */
const nameKeyOf = (column: string): string => `item_name_key(${column})`;

/**
 * SQL for one of many texts. The subquery keeps the planner from inspecting every text, which takes ten times as long.
 */
const anyOfTexts = 'any(array(select unnest(?::text[])))';

const pageLength = 500;

const selection = (db: Knex) =>
  db('items').select(
    ...Object.values(syncedColumnByField).map((column) => `items.${column}`),
    db.raw(`array(
      select tags.original_name from item_tags join tags on tags.id = item_tags.tag_id
      where item_tags.item_id = items.id order by item_tags.position, tags.id
    ) as tags`),
  );

/** Items for the synchronisation. Includes hidden and deleted items, because there is no viewer. */
export class SyncedItems {
  private db: Knex;
  private catalogue: Pick<ItemsStore, 'insert' | 'ensureTags'>;
  private clock: Clock;

  constructor(db: Knex, clock: Clock) {
    this.db = db;
    this.catalogue = new ItemsStore(db);
    this.clock = clock;
  }

  /** Items of these bookmarks, deleted ones included. */
  async byBookmarkIds(bookmarkIds: readonly number[]): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(this.db).whereRaw(
      'items.bookmark_id = any(?::bigint[])',
      [[...bookmarkIds]],
    );
    return rows.map(toSyncedItem);
  }

  async byIds(ids: readonly number[]): Promise<SyncedItem[]> {
    const rows: SyncedItemRow[] = await selection(this.db).whereRaw(
      'items.id = any(?::integer[])',
      [[...ids]],
    );
    return rows.map(toSyncedItem);
  }

  /** Items added in Loadout that have one of these addresses and wait for their bookmark. */
  async wantedByAddress(normalisedUrls: readonly string[]): Promise<SyncedItem[]> {
    if (normalisedUrls.length === 0) return [];
    const rows: SyncedItemRow[] = await selection(this.db)
      .whereRaw('items.normalised_url = any(?::text[])', [[...normalisedUrls]])
      .where('items.bookmark_wanted', true)
      .whereNull('items.bookmark_id')
      .whereNull('items.removed_at')
      .orderBy('items.id');
    return rows.map(toSyncedItem);
  }

  /** All items of the catalogue, hidden ones included, by ascending id. */
  async *all(): AsyncGenerator<SyncedItem> {
    let lastId = 0;
    for (;;) {
      const rows: SyncedItemRow[] = await selection(this.db)
        .where('items.id', '>', lastId)
        .whereNull('items.removed_at')
        .orderBy('items.id')
        .limit(pageLength);
      yield* rows.map(toSyncedItem);
      if (rows.length < pageLength) return;
      lastId = toSyncedItem(rows.at(-1)!).id;
    }
  }

  /**
   * Own items with one of these addresses or names (as `nameKey`), without demo items.
   * The address of a merged item counts for the item into which it was merged.
   */
  async findDuplicates(
    addresses: readonly string[],
    names: readonly string[],
  ): Promise<ItemName[]> {
    const rows: ItemNameRow[] = await this.db('items')
      .select('id', 'title_ru', 'title_en', 'normalised_url')
      .whereNull('removed_at')
      .whereRaw(isOwn)
      // A union, because the planner may scan all items for a disjunction.
      .whereRaw(
        `id in (select id from items where normalised_url = ${anyOfTexts}
           union all select id from items where ${nameKeyOf('title_ru')} = ${anyOfTexts}
           union all select id from items where ${nameKeyOf('title_en')} = ${anyOfTexts})`,
        [[...addresses], [...names], [...names]],
      )
      .unionAll(
        this.db('items')
          .join('items as kept', 'kept.id', this.db.raw('item_now(items.id)'))
          .select('kept.id', 'kept.title_ru', 'kept.title_en', 'items.normalised_url')
          .whereNotNull('items.merged_into')
          .whereNull('kept.removed_at')
          .whereRaw(isOwn)
          .whereRaw(`items.normalised_url = ${anyOfTexts}`, [[...addresses]]),
      )
      .orderBy('id');
    return rows.map(toItemName);
  }

  /** Demo items that an own item with the same address would replace. */
  async replacedDemoItems(): Promise<ItemName[]> {
    const rows: ItemNameRow[] = await this.db('items')
      .select('id', 'title_ru', 'title_en', 'normalised_url')
      .whereNull('removed_at')
      .where({ is_demo: true })
      .whereRaw(`not ${isOwn}`)
      .orderBy('id');
    return rows.map(toItemName);
  }

  /** The unknown ones among these tags, in the given order. */
  async unknownTags(names: readonly string[]): Promise<string[]> {
    const { rows } = await this.db.raw<{ rows: { name: string }[] }>(
      `select name from unnest(?::text[]) with ordinality as given (name, place)
       where not exists (select from tags where tag_key(original_name) = tag_key(name)) order by place`,
      [[...names]],
    );
    return uniqueTags(rows.map(({ name }) => name));
  }

  /**
   * Original names of the tags that texts name, in either language and any spelling of the key; an unknown text is its
   * own tag.
   * Each tag once, in the given order.
   */
  async writtenTags(texts: readonly string[]): Promise<string[]> {
    const { rows } = await this.db.raw<{ rows: { text: string; tag: string | null }[] }>(
      `select text, (
         select original_name from tags
         where tag_key(original_name) = tag_key(text) or tag_key(name_ru) = tag_key(text) or tag_key(name_en) = tag_key(text)
         order by original_name = text desc, tag_key(original_name) = tag_key(text) desc, id limit 1
       ) as tag
       from unnest(?::text[]) with ordinality as given (text, place) order by place`,
      [[...texts]],
    );
    const tags = new Map<string, string>();
    for (const { text, tag } of rows) {
      const key = tag ?? tagKey(text);
      if (!tags.has(key)) tags.set(key, tag ?? text);
    }
    return [...tags.values()];
  }

  /** Locks one item until the end of the transaction. */
  async lock(id: number): Promise<SyncedItem | null> {
    await this.db('items').where({ id }).forUpdate().first('id');
    return (await this.byIds([id]))[0] ?? null;
  }

  /** Current id of an item: its own, or that of the item into which it was merged. */
  async currentId(id: number): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { id: number | null }[] }>(
      'select item_now(?) as id',
      [id],
    );
    return rows[0]?.id ?? id;
  }

  /**
   * The item that has an address; null if there is none but `itself`. A merged item counts as the one into which it was
   * merged.
   * Locks out other transactions that look up the same address.
   */
  async addressHolder(
    normalisedUrl: string,
    itself: number | null = null,
  ): Promise<AddressHolder | null> {
    await this.db.raw(`select pg_advisory_xact_lock(hashtextextended('address ' || ?, 0))`, [
      normalisedUrl,
    ]);
    const { rows } = await this.db.raw<{ rows: AddressHolder[] }>(
      `select held.id, held.title_ru as "titleRu", held.title_en as "titleEn"
       from items join items as held on held.id = item_now(items.id) and held.removed_at is null
       where items.normalised_url = :normalisedUrl and (items.removed_at is null or items.merged_into is not null)
         and held.id is distinct from :itself::integer
       order by items.removed_at is not null, items.id limit 1`,
      { normalisedUrl, itself },
    );
    return rows[0] ?? null;
  }

  /** Adds items with their tags and skips bookmarks that already have an item; returns the ids by bookmark id. */
  add(items: readonly NewItem[]): Promise<Map<number | null, number>> {
    return this.catalogue.insert(items);
  }

  /** Writes the given fields of one item, and adds unknown tags. */
  async change(id: number, { tags, ...fields }: ItemChanges): Promise<void> {
    await this.db('items')
      .where({ id })
      .update({ ...toColumns(syncedColumnByField, fields), updated_at: this.clock() });
    if (!tags) return;
    const stored = await this.catalogue.ensureTags(tags);
    await this.replaceTags(id, [...new Set(tags.map((tag) => stored.get(tag) ?? tag))]);
  }

  /** Sets exactly these tags, in this order. The tags must exist. */
  private async replaceTags(id: number, tags: readonly string[]): Promise<void> {
    await this.db.raw(
      `delete from item_tags where item_id = :id
       and tag_id not in (select id from tags where original_name = any(:tags::text[]))`,
      { id, tags: [...tags] },
    );
    await this.db.raw(
      `insert into item_tags (item_id, tag_id, position)
       select :id::integer, tags.id, wanted.position - 1
       from unnest(:tags::text[]) with ordinality as wanted (tag, position)
       join tags on tags.original_name = wanted.tag
       on conflict (item_id, tag_id) do update set position = excluded.position`,
      { id, tags: [...tags] },
    );
  }

  /** Recomputes the synchronisation status of items (schema: ItemSyncStatus). */
  async refreshStatus(ids: readonly number[]): Promise<void> {
    await this.db.raw(
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
  }
}
