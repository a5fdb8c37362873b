// SQL that lists tags, and tags without a name in one language.
import type { Knex } from 'knex';
import {
  type CountedTag,
  tagColumns,
  toTag,
  type TagRow,
} from '../../catalogue/items/items.module.ts';
import { findTagDuplicates } from './tagDuplicates.queries.ts';

/**
 * SQL condition: a tag without a name in the language other than its own.
 * A name equal to the tag counts as missing, unless an admin has confirmed it.
 */
const isUnnamed = `not is_named and not is_approval and total_count > 0
  and case when original_name ~* '[а-яё]' then name_en else name_ru end = original_name`;

const mostUsed = [
  { column: 'total_count', order: 'desc' },
  { column: 'original_name' },
  { column: 'tags.id' },
];

export const tagNamesQueries = (db: Knex) => ({
  /** A page of all tags including unused ones, most used first. */
  async all(first: number, behind: number): Promise<CountedTag[]> {
    const rows: TagRow[] = await db('tags')
      .orderBy(mostUsed)
      .limit(first)
      .offset(behind)
      .select(...tagColumns);
    return rows.map(toTag);
  },

  /** A page of unnamed tags, most used first. */
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

  duplicates: (most: number) => findTagDuplicates(db, most),

  async named(originalNames: readonly string[]): Promise<CountedTag[]> {
    const rows: TagRow[] = await db('tags')
      .whereIn('original_name', [...originalNames])
      .select(...tagColumns);
    return rows.map(toTag);
  },
});

export type TagNamesQueries = ReturnType<typeof tagNamesQueries>;
