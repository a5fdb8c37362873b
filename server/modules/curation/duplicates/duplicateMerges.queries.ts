// SQL that reads lists for duplicates and merges.
import type { Knex } from 'knex';
import { selectMerges, toMerge, type MergeRow, type StoredMerge } from './duplicateMerges.rows.ts';

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
