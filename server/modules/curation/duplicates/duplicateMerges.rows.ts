// Rows of duplicate merges and their conversion.
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
