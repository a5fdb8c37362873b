// SQL that changes tags.
import type { Knex } from 'knex';
import { findTagDuplicates, type TagDuplicateGroup } from './tagNames.queries.ts';
import type { StoredTag, NamedTag } from './tags.ts';

interface TagRow {
  id: number;
  original_name: string;
  name_ru: string;
  name_en: string;
  is_named: boolean;
  is_approval: boolean;
}

const toTag = (row: TagRow): NamedTag => ({
  id: row.id,
  originalName: row.original_name,
  nameRu: row.name_ru,
  nameEn: row.name_en,
  isNamed: row.is_named,
  isApproval: row.is_approval,
});

export const tagsStore = (db: Knex) => ({
  /** Serialises changes of tags until the end of the transaction, which prevents deadlocks. */
  async lockAll(): Promise<void> {
    await db.raw(`select pg_advisory_xact_lock(hashtextextended('tags', 0))`);
  },

  /** Locks tags until the end of the transaction, in the order of their ids. */
  async lock(ids: readonly number[]): Promise<NamedTag[]> {
    const rows: TagRow[] = await db('tags')
      .whereIn('id', [...ids])
      .orderBy('id')
      .forUpdate();
    return rows.map(toTag);
  },

  /** Groups of tags with the same key, at most `most`. */
  async exactDuplicates(most: number): Promise<TagDuplicateGroup[]> {
    return (await findTagDuplicates(db, most)).groups.filter(({ isExact }) => isExact);
  },

  async lockNamed(originalNames: readonly string[]): Promise<NamedTag[]> {
    const rows: TagRow[] = await db('tags')
      .whereIn('original_name', [...originalNames])
      .orderBy('id')
      .forUpdate();
    return rows.map(toTag);
  },

  async byName(originalName: string): Promise<NamedTag | null> {
    const row: TagRow | undefined = await db('tags').where({ original_name: originalName }).first();
    return row ? toTag(row) : null;
  },

  async setNames(
    id: number,
    { nameRu, nameEn, isNamed }: Pick<NamedTag, 'nameRu' | 'nameEn' | 'isNamed'>,
  ): Promise<void> {
    await db('tags').where({ id }).update({ name_ru: nameRu, name_en: nameEn, is_named: isNamed });
  },

  /** Adds a tag; an existing one keeps its names. */
  async add({ originalName, nameRu, nameEn, isNamed = false }: StoredTag): Promise<void> {
    await db('tags')
      .insert({
        original_name: originalName,
        name_ru: nameRu,
        name_en: nameEn,
        is_named: isNamed,
      })
      .onConflict('original_name')
      .ignore();
  },

  /** Ids of items with one of these tags, merged and deleted ones included. */
  async findItemIds(tagIds: readonly number[]): Promise<number[]> {
    const rows: { item_id: number }[] = await db('item_tags')
      .whereIn('tag_id', [...tagIds])
      .distinct('item_id')
      .orderBy('item_id');
    return rows.map((row) => row.item_id);
  },

  async removeUnused(originalNames: readonly string[]): Promise<void> {
    // The lock waits for transactions that assign one of them.
    await this.lockNamed(originalNames);
    await db('tags')
      .whereIn('original_name', [...originalNames])
      .whereNotExists(db('item_tags').whereRaw('item_tags.tag_id = tags.id'))
      .delete();
  },
});

export type TagsStore = ReturnType<typeof tagsStore>;
