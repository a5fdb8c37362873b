// SQL of tags, of their names, and of their likely duplicates.
import type { Knex } from 'knex';
import {
  type CountedTag,
  tagColumns,
  type TagRow,
  toTag,
} from '../../catalogue/items/items.module.ts';
import type { StoredTag, NamedTag } from './tags.ts';

interface TagDuplicateGroup {
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
async function findTagDuplicates(
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

interface NamedTagRow {
  id: number;
  original_name: string;
  name_ru: string;
  name_en: string;
  is_named: boolean;
  is_approval: boolean;
}

const toNamedTag = (row: NamedTagRow): NamedTag => ({
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
    const rows: NamedTagRow[] = await db('tags')
      .whereIn('id', [...ids])
      .orderBy('id')
      .forUpdate();
    return rows.map(toNamedTag);
  },

  /** Groups of tags with the same key, at most `most`. */
  async exactDuplicates(most: number): Promise<TagDuplicateGroup[]> {
    return (await findTagDuplicates(db, most)).groups.filter(({ isExact }) => isExact);
  },

  async lockNamed(originalNames: readonly string[]): Promise<NamedTag[]> {
    const rows: NamedTagRow[] = await db('tags')
      .whereIn('original_name', [...originalNames])
      .orderBy('id')
      .forUpdate();
    return rows.map(toNamedTag);
  },

  async byName(originalName: string): Promise<NamedTag | null> {
    const row: NamedTagRow | undefined = await db('tags')
      .where({ original_name: originalName })
      .first();
    return row ? toNamedTag(row) : null;
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
