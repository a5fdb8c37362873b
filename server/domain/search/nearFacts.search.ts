// SQL that reads what the index in memory is made of: what everybody may see of the items, and nothing else.
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import type { SearchDocument } from './engine/document.ts';

/** The latest cases of an item that are searched, and how much of each. */
const casesOfItem = 50;
const charactersOfCase = 1_000;
const charactersOfDescription = 4_000;

/** The texts of an item as JSON. */
interface NearTexts extends Pick<SearchDocument, 'title' | 'description' | 'cases'> {
  tags: { name: string; ru: string; en: string }[];
  tasks: { ru?: string[]; en?: string[] };
}

/** A visible item: which state of its texts is there, and the texts, unless that state is known already. */
export interface NearRow {
  id: number;
  likes: number;
  version: string;
  /** JSON of `NearTexts`. */
  texts: string | null;
}

/** Versions of the texts by item. */
export type KnownVersions = readonly (readonly [id: number, version: string])[];

const shortened = (column: string, length: number) => `left(${column}, ${length})`;

const factsStatement = {
  name: 'near_facts',
  // "offset 0" has the texts made once, though they are named three times.
  text: `
    select item.id, item.likes_count as likes, md5(facts.texts) as version,
      case when known.version is distinct from md5(facts.texts) then facts.texts end as texts
    from (
      select id, title_ru, title_en, description_ru, description_en, likes_count from items
      where removed_at is null and admin_visibility = 'visible' and id > $1 order by id limit $2
    ) as item
    cross join lateral (
      select json_build_object(
        'title', json_build_object('ru', title_ru, 'en', title_en),
        'description', json_build_object(
          'ru', ${shortened('description_ru', charactersOfDescription)},
          'en', ${shortened('description_en', charactersOfDescription)}),
        'tags', array(
          select json_build_object('name', original_name, 'ru', name_ru, 'en', name_en)
          from item_tags join tags on tags.id = tag_id where item_id = item.id and not is_approval
          order by position, tags.id),
        'tasks', coalesce((
          select json_object_agg(language, tasks order by language) from item_tasks where item_id = item.id), '{}'),
        'cases', array(
          select json_build_object(
            'ru', ${shortened('description_ru', charactersOfCase)}, 'en', ${shortened('description_en', charactersOfCase)})
          from use_cases where item_id = item.id and deleted_at is null
          order by use_cases.id desc limit ${casesOfItem})
      )::text as texts offset 0
    ) as facts
    left join unnest($3::integer[], $4::text[]) as known (id, version) on known.id = item.id
    order by item.id`,
};

export const nearFactsSearch = (db: Knex) => ({
  /** What stands for the present facts (migrations 0013_search_tally and 0034_search_tasks); likes are not among them. */
  async stamp(): Promise<string> {
    const { rows } = await db.raw<{ rows: { stamp: string }[] }>(
      'select search_stamp()::text as stamp',
    );
    return rows[0]?.stamp ?? '';
  },

  /** The visible items past an id, in the order of their ids. */
  items: (after: number, most: number, known: KnownVersions): Promise<NearRow[]> =>
    runPrepared<NearRow>(db, factsStatement, [
      after,
      most,
      known.map(([id]) => id),
      known.map(([, version]) => version),
    ]),
});

export type NearFacts = ReturnType<typeof nearFactsSearch>;

/** The item as the index takes it. */
export function documentOf(id: number, likes: number, texts: string): SearchDocument {
  const { title, description, tags, tasks, cases } = JSON.parse(texts) as NearTexts;
  return {
    id,
    title,
    description,
    tags: tags.map((tag) => ({ ...tag, isApproval: false })),
    tasks: { ru: tasks.ru ?? [], en: tasks.en ?? [] },
    cases,
    likes,
    isVisible: true,
  };
}
