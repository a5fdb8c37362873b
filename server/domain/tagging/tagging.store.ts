// SQL that changes tags themselves; what bears them is changed as every service is.
import type { Knex } from 'knex';
import type { NamedTag } from './tagging.ts';

interface TagRow {
  id: number;
  original_name: string;
  name_ru: string;
  name_en: string;
  is_approval: boolean;
}

const toTag = (row: TagRow): NamedTag => ({
  id: row.id,
  originalName: row.original_name,
  nameRu: row.name_ru,
  nameEn: row.name_en,
  isApproval: row.is_approval,
});

export const taggingStore = (db: Knex) => ({
  /** Locks tags until the end of the transaction, in the order of their ids. */
  async lock(ids: readonly number[]): Promise<NamedTag[]> {
    const rows: TagRow[] = await db('tags')
      .whereIn('id', [...ids])
      .orderBy('id')
      .forUpdate();
    return rows.map(toTag);
  },

  async byName(originalName: string): Promise<NamedTag | null> {
    const row: TagRow | undefined = await db('tags').where({ original_name: originalName }).first();
    return row ? toTag(row) : null;
  },

  async names(id: number, nameRu: string, nameEn: string): Promise<void> {
    await db('tags').where({ id }).update({ name_ru: nameRu, name_en: nameEn });
  },

  /** Adds a tag, or gives the one that is there these names. */
  async put(tag: Pick<NamedTag, 'originalName' | 'nameRu' | 'nameEn'>): Promise<void> {
    await db('tags')
      .insert({ original_name: tag.originalName, name_ru: tag.nameRu, name_en: tag.nameEn })
      .onConflict('original_name')
      .merge();
  },

  /** Services that bear one of these tags, those that are no cards too. */
  async bearers(tagIds: readonly number[]): Promise<number[]> {
    const rows: { item_id: number }[] = await db('item_tags')
      .whereIn('tag_id', [...tagIds])
      .distinct('item_id')
      .orderBy('item_id');
    return rows.map((row) => row.item_id);
  },

  /** Takes tags away that no service bears any more. */
  async removeUnborne(originalNames: readonly string[]): Promise<void> {
    await db('tags')
      .whereIn('original_name', [...originalNames])
      .whereNotExists(db('item_tags').whereRaw('item_tags.tag_id = tags.id'))
      .delete();
  },
});

export type TaggingStore = ReturnType<typeof taggingStore>;
