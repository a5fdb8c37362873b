// SQL that finds tags without a name in one language, as an admin sees them.
import type { Knex } from 'knex';
import {
  type CountedTag,
  tagColumns,
  toTag,
  type TagRow,
} from '../../catalogue/items/items.module.ts';

/**
 * A tag is a name in the language that it is written in; in the other one it lacks a name while it is called the same there, unless
 * somebody has said that it is.
 */
const isUnnamed = `not is_named and not is_approval and total_count > 0
  and case when original_name ~* '[а-яё]' then name_en else name_ru end = original_name`;

const mostUsed = [
  { column: 'total_count', order: 'desc' },
  { column: 'original_name' },
  { column: 'tags.id' },
];

export const tagNamesQueries = (db: Knex) => ({
  /** Every tag, those that no service bears too, the most used first: so many, behind others. */
  async all(first: number, behind: number): Promise<CountedTag[]> {
    const rows: TagRow[] = await db('tags')
      .orderBy(mostUsed)
      .limit(first)
      .offset(behind)
      .select(...tagColumns);
    return rows.map(toTag);
  },

  /** The most used first: so many, behind others. */
  async unnamed(first: number, behind: number): Promise<{ tags: CountedTag[]; total: number }> {
    const rows: (TagRow & { total: number })[] = await db('tags')
      .whereRaw(isUnnamed)
      .orderBy(mostUsed)
      .limit(Math.max(first, 1))
      .offset(behind)
      .select(...tagColumns, db.raw('count(*) over ()::integer as total'));
    return { tags: rows.slice(0, first).map(toTag), total: rows[0]?.total ?? 0 };
  },

  async byIds(ids: readonly number[]): Promise<CountedTag[]> {
    const rows: TagRow[] = await db('tags')
      .whereIn('tags.id', [...ids])
      .select(...tagColumns);
    return rows.map(toTag);
  },

  async named(originalNames: readonly string[]): Promise<CountedTag[]> {
    const rows: TagRow[] = await db('tags')
      .whereIn('original_name', [...originalNames])
      .select(...tagColumns);
    return rows.map(toTag);
  },
});

export type TagNamesQueries = ReturnType<typeof tagNamesQueries>;
