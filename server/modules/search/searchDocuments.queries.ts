// SQL that reads the documents of the index, and their changes since a snapshot (migration 0008).
import type { Knex } from 'knex';
import { runPrepared } from '../../database/preparedStatements.ts';
import type { SearchDocument } from './engine/searchDocument.ts';
import {
  CustomVocabulary,
  type Pair,
  type CustomConcept,
  type CustomSynonym,
} from './engine/customVocabulary.ts';

/** Number of latest use cases indexed per item, and characters of each. */
const casesOfItem = 50;
const charactersOfCase = 1_000;
const charactersOfDescription = 4_000;
/** A process without a read for this long reads everything, because deleteExpired.ts deletes changes after a day. */
const keptFor = '12 hours';

/** A use case as it is searched and quoted. */
export interface SearchedCase {
  id: number;
  userId: number;
  ru: string | null;
  en: string | null;
}

export interface SearchedItem extends SearchDocument {
  cases: SearchedCase[];
}

/** Texts of an item and about it, for match reasons. */
export type WrittenItem = Omit<SearchedItem, 'likes' | 'usedBy'>;

/** Snapshot of a reading, and its time. */
export interface Seen {
  snapshot: string;
  at: Date;
}

/** Number of users of an item. */
type LikesRow = Pick<SearchDocument, 'id' | 'likes' | 'usedBy'>;

/** Changes since a reading, and the snapshot of this one. */
export interface Changes extends Seen {
  /** True when everything must be read again: a table was emptied, or old changes are deleted. */
  isAll: boolean;
  isVocabularyChanged: boolean;
  /** True when a data rule of any company has changed. */
  isRuled: boolean;
  /** Latest change first, so that changes by people precede an earlier bulk. */
  items: number[];
  likes: number[];
}

interface WrittenRow extends Pick<SearchDocument, 'id' | 'isVisible'> {
  facts: Pick<SearchDocument, 'title' | 'description' | 'tags' | 'addedAt'> & {
    tasks: { ru?: string[]; en?: string[] };
    cases: SearchedCase[];
  };
}

interface FactsRow extends WrittenRow, LikesRow {}

const shortened = (column: string, length: number) => `left(${column}, ${length})`;

/** Number of users of an item by company, counted as on the item's page. */
const usedByOf = (item: string): string => `
  coalesce((
    select json_object_agg(company_key, uses) from (
      select company_key, count(*) as uses from item_likes join users on users.id = user_id
      where item_id = ${item} and company_key is not null group by company_key
    ) as used), '{}')`;

const writtenOf = (items: string, beside: readonly string[] = []): string => `
  select ${['item.id', ...beside].join(', ')}, admin_visibility = 'visible' as "isVisible", json_build_object(
    'title', json_build_object('ru', title_ru, 'en', title_en),
    'description', json_build_object(
      'ru', ${shortened('description_ru', charactersOfDescription)},
      'en', ${shortened('description_en', charactersOfDescription)}),
    'tags', array(
      select json_build_object('name', original_name, 'ru', name_ru, 'en', name_en, 'isApproval', is_approval)
      from item_tags join tags on tags.id = tag_id where item_id = item.id order by position, tags.id),
    'addedAt', floor(extract(epoch from created_at) * 1000),
    'tasks', coalesce((
      select json_object_agg(language, tasks) from item_tasks where item_id = item.id), '{}'),
    'cases', array(
      select json_build_object('id', use_cases.id, 'userId', user_id,
        'ru', ${shortened('description_ru', charactersOfCase)}, 'en', ${shortened('description_en', charactersOfCase)})
      from use_cases where item_id = item.id and deleted_at is null
      order by use_cases.id desc limit ${casesOfItem})
  ) as facts
  from ${items} as item order by item.id`;

const factsOf = (items: string): string =>
  writtenOf(items, ['item.likes_count as likes', `${usedByOf('item.id')} as "usedBy"`]);

/** SQL for the items with the ids of a statement. */
const givenItems = '(select * from items where removed_at is null and id = any($1::integer[]))';

const nextStatement = {
  name: 'search_facts_used_next',
  text: factsOf('(select * from items where removed_at is null and id > $1 order by id limit $2)'),
};

const givenStatement = {
  name: 'search_facts_used_given',
  text: factsOf(givenItems),
};

const writtenStatement = {
  name: 'search_written',
  text: writtenOf(givenItems),
};

const likesStatement = {
  name: 'search_likes_by_company',
  text: `
    select id, likes_count as likes, ${usedByOf('items.id')} as "usedBy"
    from items where id = any($1::integer[])`,
};

const changesStatement = {
  name: 'search_changes_since',
  text: `
    with changed as (
      select kind, item_id, max(xid) as xid
      from search_changes
      where search_changed_since($1::pg_snapshot)
        and xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      group by kind, item_id
    )
    select pg_current_snapshot()::text as snapshot, now() as at,
      coalesce(bool_or(kind = 'all'), false) or $2::timestamptz < now() - interval '${keptFor}'
        or pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot) as "isAll",
      coalesce(bool_or(kind = 'taught'), false) as "isVocabularyChanged",
      coalesce(bool_or(kind = 'rules'), false) as "isRuled",
      coalesce(array_agg(item_id order by xid desc, item_id) filter (where kind = 'item'), '{}') as items,
      coalesce(array_agg(item_id) filter (where kind = 'likes'), '{}') as likes
    from changed`,
};

const behindStatement = {
  name: 'search_is_behind',
  text: `select search_changed_since($1::pg_snapshot) as "isBehind"`,
};

const toWritten = ({ id, isVisible, facts }: WrittenRow): WrittenItem => ({
  ...facts,
  tasks: { ru: facts.tasks.ru ?? [], en: facts.tasks.en ?? [] },
  id,
  isVisible,
});

const toItem = (row: FactsRow): SearchedItem => ({
  ...toWritten(row),
  likes: row.likes,
  usedBy: row.usedBy,
});

export const searchDocumentsQueries = (db: Knex) => ({
  /** Snapshot for a reading that begins now. */
  async seen(): Promise<Seen> {
    const { rows } = await db.raw<{ rows: Seen[] }>(
      'select pg_current_snapshot()::text as snapshot, now() as at',
    );
    return rows[0]!;
  },

  /** Changes that a reading has not seen. */
  async changes({ snapshot, at }: Seen): Promise<Changes> {
    const rows = await runPrepared<Changes>(db, changesStatement, [snapshot, at]);
    return rows[0]!;
  },

  /** Items after an id, including hidden ones, by ascending id. */
  next: async (after: number, most: number): Promise<SearchedItem[]> =>
    (await runPrepared<FactsRow>(db, nextStatement, [after, most])).map(toItem),

  /** These items, including hidden ones, without deleted ones. */
  given: async (ids: readonly number[]): Promise<SearchedItem[]> =>
    (await runPrepared<FactsRow>(db, givenStatement, [ids])).map(toItem),

  /** Texts of these items without deleted ones. Omits their users, which take half of the database's work. */
  written: async (ids: readonly number[]): Promise<WrittenItem[]> =>
    (await runPrepared<WrittenRow>(db, writtenStatement, [ids])).map(toWritten),

  likes: (ids: readonly number[]): Promise<LikesRow[]> => runPrepared(db, likesStatement, [ids]),

  /** The custom vocabulary of admins. */
  async customVocabulary(): Promise<CustomVocabulary> {
    const pairs: Pair[] = await db('search_synonyms').select('word', 'synonym').orderBy('id');
    const words: CustomSynonym[] = await db('search_words').select('word', 'concept').orderBy('id');
    const concepts: CustomConcept[] = await db('search_concepts')
      .select(
        'id',
        { ru: 'name_ru', en: 'name_en' },
        'broader',
        db.raw('words_ru || words_en as words'),
      )
      .orderBy('id');
    return new CustomVocabulary(pairs, words, concepts);
  },

  /** True when changes were committed that the snapshot does not contain. */
  async isBehind(snapshot: string): Promise<boolean> {
    const [row] = await runPrepared<{ isBehind: boolean }>(db, behindStatement, [snapshot]);
    return row!.isBehind;
  },

  /** Deletes changes that every process has read long ago. */
  async forgetChanges(): Promise<void> {
    await db('search_changes').where('at', '<', db.raw(`now() - interval '1 day'`)).delete();
  },
});

export type SearchDocumentsQueries = ReturnType<typeof searchDocumentsQueries>;
