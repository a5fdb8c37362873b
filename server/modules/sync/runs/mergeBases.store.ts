// SQL for merge bases and write leases on bookmarks.
import type { Knex } from 'knex';
import type { Language } from '../../../shared/language.ts';
import type { MergeBase, SourceKind } from '../mergeBase.ts';
import type { BookmarkField } from '../bookmarkProvider.ts';
import type { MissingItem } from './removals.ts';

interface MergeBaseRow {
  item_id: number;
  source: SourceKind;
  title: string;
  excerpt: string;
  note: string;
  link: string;
  tags: string[];
  media_type: string;
  media_source: string;
  cover: string;
  title_language: Language;
  excerpt_language: Language | null;
  note_language: Language | null;
  unwritten: BookmarkField[];
  agreed_at: Date;
  gone_at: Date | null;
  moved_at: Date | null;
}

const toMergeBase = (row: MergeBaseRow): MergeBase => ({
  itemId: row.item_id,
  source: row.source,
  title: row.title,
  excerpt: row.excerpt,
  note: row.note,
  link: row.link,
  tags: row.tags,
  type: row.media_type,
  mediaSource: row.media_source,
  cover: row.cover,
  titleLanguage: row.title_language,
  excerptLanguage: row.excerpt_language,
  noteLanguage: row.note_language,
  unwritten: row.unwritten,
  agreedAt: row.agreed_at,
  goneAt: row.gone_at,
  movedAt: row.moved_at,
});

const toRow = (mergeBase: MergeBase): MergeBaseRow => ({
  item_id: mergeBase.itemId,
  source: mergeBase.source,
  title: mergeBase.title,
  excerpt: mergeBase.excerpt,
  note: mergeBase.note,
  link: mergeBase.link,
  tags: mergeBase.tags,
  media_type: mergeBase.type,
  media_source: mergeBase.mediaSource,
  cover: mergeBase.cover,
  title_language: mergeBase.titleLanguage,
  excerpt_language: mergeBase.excerptLanguage,
  note_language: mergeBase.noteLanguage,
  unwritten: mergeBase.unwritten,
  agreed_at: mergeBase.agreedAt,
  gone_at: mergeBase.goneAt,
  moved_at: mergeBase.movedAt,
});

interface MissingRow {
  id: number;
  bookmark_id: number | string;
  normalised_url: string;
  title: string;
  source_url: string;
  is_gone: boolean;
  moved_at: Date | null;
}

const writeLeaseDuration = '60 seconds';

/** PostgreSQL takes at most 65,535 parameters per statement. */
const rowsPerStatement = 500;

export const mergeBasesStore = (db: Knex) => ({
  async of(itemIds: readonly number[]): Promise<Map<number, MergeBase>> {
    const rows: MergeBaseRow[] = await db('agreed_bookmarks').whereRaw(
      'item_id = any(?::integer[])',
      [[...itemIds]],
    );
    return new Map(rows.map((row) => [row.item_id, toMergeBase(row)]));
  },

  /** Inserts or replaces merge bases. */
  async put(mergeBases: readonly MergeBase[]): Promise<void> {
    for (let start = 0; start < mergeBases.length; start += rowsPerStatement) {
      const rows = mergeBases.slice(start, start + rowsPerStatement).map(toRow);
      await db('agreed_bookmarks').insert(rows).onConflict('item_id').merge();
    }
  },

  /**
   * Acquires the write lease on a bookmark; false when it is taken or there is no merge base. Requires a transaction
   * that has locked the item.
   */
  async acquireWriteLease(itemId: number): Promise<boolean> {
    const touched = await db('agreed_bookmarks')
      .where({ item_id: itemId })
      .whereRaw('(writing_until is null or writing_until <= clock_timestamp())')
      .update({ writing_until: db.raw(`clock_timestamp() + interval '${writeLeaseDuration}'`) });
    return touched === 1;
  },

  async releaseWriteLease(itemId: number): Promise<void> {
    await db('agreed_bookmarks').where({ item_id: itemId }).update({ writing_until: null });
  },

  /** Items with unwritten fields at the provider, after an id. */
  async itemsToWrite(afterId: number, limit: number): Promise<number[]> {
    const rows: { item_id: number }[] = await db('agreed_bookmarks')
      .join('items', 'items.id', 'agreed_bookmarks.item_id')
      .where('agreed_bookmarks.item_id', '>', afterId)
      .whereRaw(`agreed_bookmarks.unwritten <> '{}'`)
      .where('agreed_bookmarks.source', 'raindrop')
      .whereNull('agreed_bookmarks.gone_at')
      .whereNull('items.removed_at')
      .orderBy('item_id')
      .limit(limit)
      .select('item_id');
    return rows.map((row) => row.item_id);
  },

  /**
   * Items whose bookmark is missing in the list. Merged items count as known to be gone, because their bookmark may
   * return.
   */
  async missing(presentIds: readonly number[]): Promise<MissingItem[]> {
    const { rows } = await db.raw<{ rows: MissingRow[] }>(
      `select items.id, items.bookmark_id, items.normalised_url, items.source_url,
         coalesce(items.title_en, items.title_ru) as title,
         agreed.gone_at is not null or items.merged_into is not null as is_gone, agreed.moved_at
       from agreed_bookmarks as agreed
       join items on items.id = agreed.item_id
       left join unnest(?::bigint[]) as present (id) on present.id = items.bookmark_id
       where agreed.source = 'raindrop' and (items.removed_at is null or items.merged_into is not null)
         and items.bookmark_id is not null and present.id is null
       order by items.id`,
      [[...presentIds]],
    );
    return rows.map((row) => ({
      itemId: row.id,
      bookmarkId: Number(row.bookmark_id),
      normalisedUrl: row.normalised_url,
      title: row.title,
      url: row.source_url,
      isKnownGone: row.is_gone,
      movedAt: row.moved_at,
    }));
  },

  /** Number of items with a bookmark at the provider. */
  async countPresent(): Promise<number> {
    const counted: { count: number }[] = await db('agreed_bookmarks')
      .join('items', 'items.id', 'agreed_bookmarks.item_id')
      .where('agreed_bookmarks.source', 'raindrop')
      .whereNull('agreed_bookmarks.gone_at')
      .whereNull('items.removed_at')
      .count({ count: '*' });
    return Number(counted[0]?.count ?? 0);
  },

  async withoutItem(bookmarkIds: readonly number[]): Promise<number[]> {
    const { rows } = await db.raw<{ rows: { id: number | string }[] }>(
      `select given.id from unnest(?::bigint[]) as given (id)
       where not exists (select from items where bookmark_id = given.id)`,
      [[...bookmarkIds]],
    );
    return rows.map((row) => Number(row.id));
  },
});

export type MergeBasesStore = ReturnType<typeof mergeBasesStore>;
