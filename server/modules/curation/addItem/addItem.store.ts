// SQL for added items whose bookmark is requested.
import type { Knex } from 'knex';
import type { MachineText } from './addItem.ts';

/** Time after which another process may create the bookmark. */
const claimDuration = '60 seconds';

const columns = { descriptionRu: 'description_ru', descriptionEn: 'description_en' } as const;
const other = { descriptionRu: 'description_en', descriptionEn: 'description_ru' } as const;

export const addItemStore = (db: Knex) => ({
  async requestBookmark(itemId: number): Promise<void> {
    await db('items').where({ id: itemId }).update({ bookmark_wanted: true });
  },

  /** Marks texts as machine translations until somebody changes them (column items.machine_texts). */
  async markMachine(itemId: number, texts: readonly MachineText[]): Promise<void> {
    for (const text of texts) {
      await db.raw(
        `update items set machine_texts = machine_texts || jsonb_build_object(:column::text,
           jsonb_build_object('text', md5(${columns[text]}), 'from', md5(${other[text]})))
         where id = :itemId and ${columns[text]} is not null and ${other[text]} is not null`,
        { column: columns[text], itemId },
      );
    }
  },

  /** Claims the creation of a bookmark; false if another process has it or none is requested. */
  async claim(itemId: number): Promise<boolean> {
    const touched = await db('items')
      .where({ id: itemId, bookmark_wanted: true })
      .whereNull('bookmark_id')
      .whereNull('removed_at')
      .whereRaw('(bookmark_writing_until is null or bookmark_writing_until <= clock_timestamp())')
      .update({
        bookmark_writing_until: db.raw(`clock_timestamp() + interval '${claimDuration}'`),
      });
    return touched === 1;
  },

  async release(itemId: number): Promise<void> {
    await db('items').where({ id: itemId }).update({ bookmark_writing_until: null });
  },

  /** True when a bookmark belongs to an item. */
  async isBound(bookmarkId: number): Promise<boolean> {
    const row: { id: number } | undefined = await db('items')
      .where({ bookmark_id: bookmarkId })
      .first('id');
    return row !== undefined;
  },

  /** Items whose bookmark is requested, after an id. */
  async findRequested(afterId: number, limit: number): Promise<number[]> {
    const rows: { id: number }[] = await db('items')
      .where({ bookmark_wanted: true })
      .where('id', '>', afterId)
      .whereNull('bookmark_id')
      .whereNull('removed_at')
      .orderBy('id')
      .limit(limit)
      .select('id');
    return rows.map(({ id }) => id);
  },
});

export type AddItemStore = ReturnType<typeof addItemStore>;
