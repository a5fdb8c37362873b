// SQL that reads duplicates and merges, and the rows of merges.
import type { Knex } from 'knex';
import type { TrashedBookmark } from '../../sync/sync.module.ts';
import type { Merge, MergedBookmarkState, Moved } from './duplicateMerges.ts';

/** A merge with the data for its undo. */
export interface StoredMerge extends Omit<Merge, 'canUndo' | 'ruleConflicts'> {
  mergedBookmarkId: number | null;
  trashed: TrashedBookmark | null;
  moved: Moved;
  changeId: number | null;
}

export interface MergeRow {
  id: number;
  kept_id: number;
  merged_id: number;
  merged_title: string;
  merged_url: string;
  merged_bookmark_id: string | number | null;
  merged_at: Date;
  merged_by: number | null;
  bookmark: 'keep' | 'trash';
  bookmark_state: MergedBookmarkState;
  trashed: TrashedBookmark | null;
  moved: Moved;
  change_id: string | number | null;
  undone_at: Date | null;
}

export const selectMerges = (db: Knex): Knex.QueryBuilder =>
  db('item_merges')
    .join('items as merged', 'merged.id', 'item_merges.merged_id')
    .select(
      'item_merges.*',
      db.raw('coalesce(merged.title_en, merged.title_ru) as merged_title'),
      'merged.source_url as merged_url',
      'merged.bookmark_id as merged_bookmark_id',
    );

export const toMerge = (row: MergeRow): StoredMerge => ({
  id: row.id,
  keptId: row.kept_id,
  mergedId: row.merged_id,
  mergedTitle: row.merged_title,
  mergedUrl: row.merged_url,
  mergedBookmarkId: row.merged_bookmark_id === null ? null : Number(row.merged_bookmark_id),
  mergedAt: row.merged_at,
  mergedBy: row.merged_by,
  bookmark: row.bookmark,
  bookmarkState: row.bookmark_state,
  trashed: row.trashed,
  moved: row.moved,
  changeId: row.change_id === null ? null : Number(row.change_id),
  undoneAt: row.undone_at,
});

interface NamedRow {
  id: number;
  title_ru: string | null;
  title_en: string | null;
  normalised_url: string;
}

export const duplicateMergesQueries = (db: Knex) => ({
  /** Titles and addresses of all items, in the order of their ids. */
  async names() {
    const rows: NamedRow[] = await db('items')
      .whereNull('removed_at')
      .orderBy('id')
      .select('id', 'title_ru', 'title_en', 'normalised_url');
    return rows.map((row) => ({
      id: row.id,
      titleRu: row.title_ru,
      titleEn: row.title_en,
      normalisedUrl: row.normalised_url,
    }));
  },

  /** Items whose bookmark exists at the provider, by the last synchronisation. */
  async inService(ids: readonly number[]): Promise<Set<number>> {
    const found: number[] = await db('agreed_bookmarks')
      .join('items', 'items.id', 'item_id')
      .whereRaw('item_id = any(?::integer[])', [[...ids]])
      .where({ source: 'raindrop' })
      .whereNull('gone_at')
      .whereNotNull('items.bookmark_id')
      .pluck('item_id');
    return new Set(found);
  },

  /** Merges since a time, newest first. */
  async since(from: Date, limit: number): Promise<StoredMerge[]> {
    const rows: MergeRow[] = await selectMerges(db)
      .where('item_merges.merged_at', '>=', from)
      .orderBy('item_merges.id', 'desc')
      .limit(limit);
    return rows.map(toMerge);
  },
});

export type DuplicateMergesQueries = ReturnType<typeof duplicateMergesQueries>;
