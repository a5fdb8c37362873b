// SQL that groups tags with similar spellings.
import type { Knex } from 'knex';

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
