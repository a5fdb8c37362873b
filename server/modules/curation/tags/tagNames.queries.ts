// SQL that lists tags, tags without a name in one language, and tags with similar spellings.
import type { Knex } from 'knex';
import {
  type CountedTag,
  tagColumns,
  type TagRow,
  toTag,
} from '../../catalogue/items/items.module.ts';

export interface TagDuplicateGroup {
  /** True when the tags share a key; otherwise they look similar, and each represents the tags of its key. */
  isExact: boolean;
  key: string;
  /** The first one is the merge target: named by an admin, or the most used. */
  ids: number[];
}

interface GroupRow extends TagDuplicateGroup {
  total: number;
  exact: number;
}

const bestFirst = 'is_named desc, total_count desc, id';

/**
 * Groups of duplicate tags: exact ones first, then by number of items. Excludes approval tags, which belong to
 * companies.
 */
export async function findTagDuplicates(
  db: Knex,
  most: number,
): Promise<{ groups: TagDuplicateGroup[]; total: number; exact: number }> {
  const { rows } = await db.raw<{ rows: GroupRow[] }>(
    `with keyed as (
       select id, is_named, total_count, tag_key(original_name) as key from tags where not is_approval
     ),
     groups as (
       select true as "isExact", key, array_agg(id order by ${bestFirst}) as ids, sum(total_count) as used
       from keyed group by key having count(*) > 1
       union all
       select false, look, array_agg(id order by ${bestFirst}), sum(total_count) as used
       from (
         select distinct on (key) *,
           btrim(regexp_replace(replace(key, 'ё', 'е'), '[-_\\u2010-\\u2015\\s]+', ' ', 'g')) as look
         from keyed order by key, ${bestFirst}
       ) one group by look having count(*) > 1
     )
     select *, count(*) over ()::integer as total, count(*) filter (where "isExact") over ()::integer as exact
     from groups order by "isExact" desc, used desc, key limit ?`,
    [most],
  );
  const { total = 0, exact = 0 } = rows[0] ?? {};
  return { groups: rows.map(({ isExact, key, ids }) => ({ isExact, key, ids })), total, exact };
}

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
