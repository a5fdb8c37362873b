// SQL for items whose title or description exists in one language only.
import type { Knex } from 'knex';
import type { ItemTexts } from './itemTranslator.ts';
import type { Language } from './knowledge.ts';

export interface HalfItem {
  id: number;
  texts: Record<Language, ItemTexts>;
}

interface Row {
  id: number;
  title_ru: string | null;
  title_en: string | null;
  description_ru: string | null;
  description_en: string | null;
}

export const itemTranslationsStore = (db: Knex) => ({
  /** Items with an open half, after an id. */
  async pending(afterId: number, limit: number): Promise<HalfItem[]> {
    const rows: Row[] = await db('items')
      .whereNull('removed_at')
      .whereRaw(
        `((title_ru is null) <> (title_en is null)
          or (nullif(description_ru, '') is null) <> (nullif(description_en, '') is null))`,
      )
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .select('id', 'title_ru', 'title_en', 'description_ru', 'description_en');
    return rows.map((row) => ({
      id: row.id,
      texts: {
        ru: { title: row.title_ru, description: row.description_ru || null },
        en: { title: row.title_en, description: row.description_en || null },
      },
    }));
  },

  /**
   * Stores what is still open and whose original is still the same. It is no change by a person: neither the date nor
   * what was agreed with the bookmarks service moves.
   */
  async fill(
    id: number,
    from: Language,
    originals: ItemTexts,
    to: Language,
    texts: ItemTexts,
  ): Promise<boolean> {
    let count = 0;
    for (const field of ['title', 'description'] as const) {
      if (texts[field] === null || originals[field] === null) continue;
      count += await db('items')
        .where({ id, [`${field}_${from}`]: originals[field] })
        .where((one) => void one.whereNull(`${field}_${to}`).orWhere(`${field}_${to}`, ''))
        .update({ [`${field}_${to}`]: texts[field] });
    }
    return count > 0;
  },
});

export type ItemTranslationsStore = ReturnType<typeof itemTranslationsStore>;
