// SQL that writes items, tags and likes, and reads single items.
import type { Knex } from 'knex';
import { runPreparedQuery } from '../../../database/preparedStatements.ts';
import { tagKey, uniqueTags } from '../../../shared/tagKey.ts';
import { limits } from '../../../config/limits.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AdminVisibility, CountedTag, KnowledgeItem, LikeInfo, NewItem } from './items.ts';
import {
  itemColumnByField,
  itemColumns,
  newItemColumnByField,
  tagColumns,
  toTag,
  type TagRow,
  toColumns,
  toItem,
  type ItemRow,
} from './items.rows.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';

/** A statement takes at most 65,535 values, and a long one is slow to parse. */
const rowsPerInsert = 200;

interface InsertedRow {
  id: number;
  bookmark_id: number | string | null;
}

const toNewRow = (item: NewItem) => ({
  ...toColumns(newItemColumnByField, item),
  updated_at: item.createdAt,
});

export class ItemsStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async find(viewer: Viewer, id: number): Promise<KnowledgeItem | null> {
    const read = async (wanted: number): Promise<KnowledgeItem | null> => {
      const [row] = await runPreparedQuery<ItemRow>(
        this.db,
        isAdmin(viewer) ? 'item_for_admins' : 'item',
        visibleItems(this.db, viewer).where('items.id', wanted).select(itemColumns),
      );
      return row ? toItem(row) : null;
    };
    const found = await read(id);
    if (found) return found;
    const now = await this.currentId(id);
    return now === id ? null : read(now);
  }

  /**
   * Items in the order of the given ids, each once; the id of a merged item returns the item into which it was merged.
   */
  async findMany(viewer: Viewer, ids: readonly number[]): Promise<KnowledgeItem[]> {
    const rows: ItemRow[] = await visibleItems(this.db, viewer)
      .joinRaw(
        'join unnest(?::integer[]) with ordinality as wanted (id, place) on items.id = item_now(wanted.id)',
        [[...ids]],
      )
      .orderBy('wanted.place')
      .select(itemColumns);
    return [...new Map(rows.map((row) => [row.id, toItem(row)])).values()];
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
   * Marks an item as used and locks it against merges and deletion; a repeated call changes nothing.
   * Returns the current id, which differs after a merge; null for a deleted item.
   */
  async markAsUsed(userId: number, wanted: number): Promise<number | null> {
    // A second try is needed when the first one has waited for a merge.
    for (let tries = 0; tries < 2; tries += 1) {
      const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
        `with there as materialized (
           select id from items where id = item_now(:wanted) and merged_into is null for key share
         ), marked as (
           insert into item_likes (user_id, item_id) select :userId::integer, id from there
           on conflict do nothing
         )
         select id from there`,
        { userId, wanted },
      );
      if (rows[0]) return rows[0].id;
    }
    return null;
  }

  /** Marks an item as used; null for a deleted item. */
  async like(userId: number, wanted: number): Promise<LikeInfo | null> {
    const itemId = await this.markAsUsed(userId, wanted);
    return itemId === null ? null : this.likeInfo(userId, itemId);
  }

  /** Unmarks an item; a repeated call changes nothing. */
  async unlike(userId: number, itemId: number): Promise<LikeInfo> {
    await this.db('item_likes').where({ user_id: userId, item_id: itemId }).delete();
    return this.likeInfo(userId, itemId);
  }

  async likeInfo(userId: number, itemId: number): Promise<LikeInfo> {
    const { rows } = await this.db.raw<{ rows: LikeInfo[] }>(
      `select likes_count as "likesCount",
         exists (select from item_likes where user_id = :userId and item_id = :itemId) as "isLiked"
       from items where id = :itemId`,
      { userId, itemId },
    );
    return rows[0] ?? { isLiked: false, likesCount: 0 };
  }

  /** Locks one item until the end of the transaction; null for a deleted item. */
  async lock(id: number): Promise<KnowledgeItem | null> {
    const row: ItemRow | undefined = await this.db('items')
      .whereNull('items.removed_at')
      .where('items.id', id)
      .forUpdate()
      .first(itemColumns);
    return row ? toItem(row) : null;
  }

  async update(
    id: number,
    changes: { adminVisibility?: AdminVisibility; adminNotes?: string; updatedAt: Date },
  ): Promise<KnowledgeItem> {
    const [row]: ItemRow[] = await this.db('items')
      .where({ id })
      .update(toColumns(itemColumnByField, changes))
      .returning(itemColumns.map((column) => column.replace('items.', '')));
    if (!row) throw new Error(`Item ${id} vanished while it was locked`);
    return toItem(row);
  }

  /** Adds items with their tags and skips bookmarks that already have an item. Returns the ids by bookmark id. */
  async insert(items: readonly NewItem[]): Promise<Map<number | null, number>> {
    const idOf = new Map<number | null, number>();
    for (let start = 0; start < items.length; start += rowsPerInsert) {
      const part = await this.insertPart(items.slice(start, start + rowsPerInsert));
      for (const [bookmarkId, id] of part) idOf.set(bookmarkId, id);
    }
    return idOf;
  }

  async insertPart(items: readonly NewItem[]): Promise<Map<number | null, number>> {
    const rows: InsertedRow[] = await this.db('items')
      .insert(items.map(toNewRow))
      .onConflict('bookmark_id')
      .ignore()
      .returning(['id', 'bookmark_id']);
    return this.tagInserted(items, rows);
  }

  /**
   * Adds items under their former ids where these are free, with their tags, and skips bookmarks that already have an
   * item. Returns the ids by bookmark id.
   */
  async insertWithFormerIds(
    items: readonly NewItem[],
    formerIds: ReadonlyMap<number | null, number>,
  ): Promise<Map<number | null, number>> {
    const former = items.flatMap((item) => {
      const id = formerIds.get(item.bookmarkId);
      return id === undefined ? [] : [{ id, ...toNewRow(item) }];
    });
    if (former.length === 0) return new Map();
    const names = Object.keys(former[0]!);
    const { rows } = await this.db.raw<{ rows: InsertedRow[] }>(
      `insert into items (${names.map(() => '??').join(', ')}) overriding system value
       select ${names.map(() => '??').join(', ')} from jsonb_populate_recordset(null::items, ?::jsonb)
       on conflict do nothing returning id, bookmark_id`,
      [...names, ...names, JSON.stringify(former)],
    );
    return this.tagInserted(items, rows);
  }

  /** Links the inserted rows to their tags; returns their ids by bookmark id. */
  async tagInserted(
    items: readonly NewItem[],
    rows: readonly InsertedRow[],
  ): Promise<Map<number | null, number>> {
    const idOf = new Map(
      rows.map((row) => [row.bookmark_id === null ? null : Number(row.bookmark_id), row.id]),
    );
    const fresh = items.filter((item) => idOf.has(item.bookmarkId));
    const stored = await this.ensureTags(fresh.flatMap((item) => item.tags));
    await this.linkTags(
      fresh.map((item) => ({
        itemId: idOf.get(item.bookmarkId) ?? 0,
        tags: item.tags.map((tag) => stored.get(tag) ?? tag),
      })),
    );
    return idOf;
  }

  async findTag(id: number): Promise<CountedTag | null> {
    const row: TagRow | undefined = await this.db('tags').where({ id }).first(tagColumns);
    return row ? toTag(row) : null;
  }

  /**
   * The stored spelling of each tag: its own, else that of the most used tag with its key. Unknown tags keep the first
   * given spelling of their key.
   */
  async storedTags(names: readonly string[]): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const { rows } = await this.db.raw<{ rows: { name: string; stored: string | null }[] }>(
      `select name, (
         select original_name from tags where tag_key(original_name) = tag_key(name)
         order by original_name = name desc, total_count desc, id limit 1
       ) as stored
       from unnest(?::text[]) with ordinality as given (name, place) order by place`,
      [[...new Set(names)]],
    );
    const unknown = new Map(uniqueTags(names).map((name) => [tagKey(name), name]));
    return new Map(
      rows.map(({ name, stored }) => [name, stored ?? unknown.get(tagKey(name)) ?? name]),
    );
  }

  /**
   * Adds unknown tags and returns the stored spelling of each. A new tag has its original name in both languages. None
   * of them can be deleted until the end of the transaction; one that is being deleted is awaited and added again.
   * @throws Error when some are missing after `limits.addedTags.maxTries`, because the database stores them as another
   * text
   */
  async ensureTags(originalNames: readonly string[]): Promise<Map<string, string>> {
    // Concurrent transactions that add spellings of one tag would not see each other's rows.
    await this.db.raw(
      `select pg_advisory_xact_lock(hashtextextended('new tags', 0)) where exists (
         select from unnest(?::text[]) as given (name)
         where not exists (select from tags where tag_key(original_name) = tag_key(name))
       )`,
      [[...originalNames]],
    );
    const stored = await this.storedTags(originalNames);
    let missing = [...new Set(stored.values())];
    for (let tries = 0; missing.length > 0; tries += 1) {
      if (tries === limits.addedTags.maxTries)
        throw new Error(`Tags that do not stay: ${JSON.stringify(missing.slice(0, 3))}`);
      await this.db('tags')
        .insert(missing.map((name) => ({ original_name: name, name_ru: name, name_en: name })))
        .onConflict('original_name')
        .ignore();
      const held: string[] = await this.db('tags')
        .whereIn('original_name', missing)
        .orderBy('id')
        .forKeyShare()
        .pluck('original_name');
      missing = missing.filter((name) => !held.includes(name));
    }
    return stored;
  }

  /** Links items to existing tags. */
  async linkTags(links: readonly { itemId: number; tags: readonly string[] }[]): Promise<void> {
    const flat = links.flatMap(({ itemId, tags }) =>
      [...new Set(tags)].map((tag, position) => ({ itemId, tag, position })),
    );
    if (flat.length === 0) return;
    await this.db.raw(
      `insert into item_tags (item_id, tag_id, position)
       select link.item_id, tags.id, link.position
       from unnest(?::integer[], ?::text[], ?::smallint[]) as link (item_id, tag, position)
       join tags on tags.original_name = link.tag
       on conflict do nothing`,
      [
        flat.map((link) => link.itemId),
        flat.map((link) => link.tag),
        flat.map((link) => link.position),
      ],
    );
  }
}
