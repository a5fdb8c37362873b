// SQL that reads the demo catalogue and the work of real users on it.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import { isMergedWithOwn } from '../catalogue/items/items.module.ts';
import type { DemoPair, DemoValues, ReplacedDemoItem, TouchedDemoItem } from './demo.ts';
import type { DemoChoice } from '../sync/sync.module.ts';

/**
 * SQL condition: the actor (`users`, left joined) of a row of this table is not a demo person, neither present nor
 * deleted.
 */
export const isByRealUser = (table: 'activity' | 'data_rule_changes'): string =>
  `(users.is_demo is not true and not ${table}.is_by_demo)`;

/** SQL for demo items, without those that have a bookmark or were merged with an own item. */
const demoItems = `
  select * from items where items.is_demo
    and not exists (select from agreed_bookmarks where item_id = items.id)
    and not ${isMergedWithOwn}`;

/** SQL for the demo people to remove: all, or all but the two of the developer sign-in. */
const leavingPeople = `
  select id from users where is_demo and not (
    :keepTrialPeople::boolean and id in (
      select min(id) from users where is_demo and disabled_at is null group by is_admin))`;

interface Counts {
  items: number;
  people: number;
  all_people: number;
  use_cases: number;
  likes: number;
  complaints: number;
  sessions: number;
  api_tokens: number;
  likes_put_aside: number;
}

interface TouchedRow {
  id: number;
  bookmark_id: number | string | null;
  now_id: number;
  is_there: boolean;
  title_ru: string | null;
  title_en: string | null;
  description_ru: string | null;
  description_en: string | null;
  source_url: string;
  image_url: string | null;
  tags: string[];
  normalised_url: string;
  admin_visibility: ReplacedDemoItem['visibility'];
  merged: number[];
  likes: number;
  use_cases: number;
  complaints: number;
  access_requests: number;
  has_notes: boolean;
  own_id: number | null;
  own_title_ru: string | null;
  own_title_en: string | null;
}

const toTouched = (row: TouchedRow): TouchedDemoItem => ({
  id: row.id,
  titleRu: row.title_ru,
  titleEn: row.title_en,
  url: row.source_url,
  likes: row.likes,
  useCases: row.use_cases,
  complaints: row.complaints,
  accessRequests: row.access_requests,
  hasNotes: row.has_notes,
  ownItem:
    (row.own_id && { id: row.own_id, titleRu: row.own_title_ru, titleEn: row.own_title_en }) ||
    null,
});

/** A demo item with the work of real users on it, and the own item with the same address. */
export interface DemoItem extends TouchedDemoItem {
  isTouched: boolean;
  /** Its record for the audit log when an own item replaces it. */
  replacement: Omit<ReplacedDemoItem, 'changed'> & { values: DemoValues };
  /** Its id, or the id of the demo item into which it was merged. */
  currentId: number;
  /** False if it was merged or deleted. */
  isPresent: boolean;
}

export class DemoQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async state(): Promise<{
    isLoaded: boolean;
    loadedAt: Date | null;
    choice: DemoChoice | null;
    items: number;
    people: number;
    ownItems: number;
  }> {
    const { rows } = await this.db.raw<{
      rows: {
        loaded_at: Date | null;
        choice: DemoChoice | null;
        items: number;
        people: number;
        own_items: number;
      }[];
    }>(
      `select loaded_at, choice,
         (select count(*)::integer from (${demoItems}) as demo) as items,
         (select count(*)::integer from users where is_demo) as people,
         (select count(*)::integer from items where removed_at is null
          and id not in (select id from (${demoItems}) as demo)) as own_items
       from demo_state`,
    );
    const [row] = rows;
    return {
      isLoaded: Boolean(row?.loaded_at),
      loadedAt: row?.loaded_at ?? null,
      choice: row?.choice ?? null,
      items: row?.items ?? 0,
      people: row?.people ?? 0,
      ownItems: row?.own_items ?? 0,
    };
  }

  /** All demo items by ascending id. Use cases that can still be restored count as work. */
  async items(now: Date): Promise<DemoItem[]> {
    const restorableSince = new Date(now.getTime() - limits.useCaseRestorableMs);
    const { rows } = await this.db.raw<{ rows: TouchedRow[] }>(
      `select demo.id, demo.bookmark_id, item_now(demo.id) as now_id, demo.removed_at is null as is_there,
         demo.title_ru, demo.title_en, demo.description_ru, demo.description_en, demo.source_url,
         demo.image_url, demo.normalised_url, demo.admin_visibility,
         array(select original_name from item_tags join tags on tags.id = tag_id
          where item_tags.item_id = demo.id order by item_tags.position, tags.id) as tags,
         array(select id from items as merged where merged.merged_into = demo.id order by id) as merged,
         (select count(*)::integer from item_likes as done join users on users.id = done.user_id
          where done.item_id = demo.id and not users.is_demo) as likes,
         (select count(*)::integer from use_cases as done join users on users.id = done.user_id
          where done.item_id = demo.id and not users.is_demo
            and (done.deleted_at is null or done.deleted_at > :restorableSince)) as use_cases,
         (select count(*)::integer from complaints as done left join users on users.id = done.user_id
          where done.item_id = demo.id and users.is_demo is not true) as complaints,
         (select count(*)::integer from access_requests as done left join users on users.id = done.user_id
          where done.item_id = demo.id and users.is_demo is not true) as access_requests,
         exists (
           select from activity left join users on users.id = activity.actor_id
           where activity.item_id = demo.id and activity.action in ('item.notes', 'item.edited')
             and ${isByRealUser('activity')})
           or exists (
             select from data_rule_change_parts as part join data_rule_changes on data_rule_changes.id = part.change_id
             left join users on users.id = data_rule_changes.actor_id
             where part.item_id = demo.id and kind in ('set', 'import') and ${isByRealUser('data_rule_changes')}
           ) as has_notes,
         own.id as own_id, own.title_ru as own_title_ru, own.title_en as own_title_en
       from (${demoItems}) as demo
       left join lateral (
         select id, title_ru, title_en from items
         where items.normalised_url = demo.normalised_url and items.removed_at is null
           and items.id not in (select id from (${demoItems}) as other)
         order by id limit 1
       ) as own on true
       order by demo.id`,
      { restorableSince },
    );
    return rows.map((row) => {
      const touched = toTouched(row);
      const { likes, useCases, complaints, accessRequests, hasNotes } = touched;
      return {
        ...touched,
        replacement: {
          id: row.id,
          bookmarkId: row.bookmark_id === null ? null : Number(row.bookmark_id),
          address: row.normalised_url,
          visibility: row.admin_visibility,
          merged: row.merged,
          values: {
            titleRu: row.title_ru,
            titleEn: row.title_en,
            descriptionRu: row.description_ru,
            descriptionEn: row.description_en,
            sourceUrl: row.source_url,
            imageUrl: row.image_url,
            tags: row.tags,
          },
        },
        currentId: row.now_id,
        isPresent: row.is_there,
        isTouched: likes + useCases + complaints + accessRequests > 0 || hasNotes,
      };
    });
  }

  /** Demo items that these own items replaced, latest last; the own items may be deleted. */
  async findReplacedBy(ids: readonly number[]): Promise<ReplacedDemoItem[]> {
    const { rows } = await this.db.raw<{ rows: ReplacedDemoItem[] }>(
      `select (pair->>'from')::integer as id, (pair->>'bookmarkId')::float8 as "bookmarkId", pair->>'address' as address,
         pair->>'visibility' as visibility, coalesce(pair->'changed', '{}') as changed,
         coalesce(pair->'merged', '[]') as merged
       from activity cross join jsonb_array_elements(after->'moved') as pair
       where action = 'demo.gaveWay' and (pair->>'to')::integer = any(?::integer[]) and pair->>'address' is not null
       order by activity.id`,
      [[...ids]],
    );
    return rows;
  }

  /** Pairs of these own items and the restored demo items that they had replaced. */
  async findRestoredPairs(ids: readonly number[]): Promise<DemoPair[]> {
    const { rows } = await this.db.raw<{ rows: DemoPair[] }>(
      `select distinct on (own.id) own.id as "from", demo.id as "to"
       from unnest(?::integer[]) as own (id)
       join activity on action = 'demo.gaveWay'
       cross join jsonb_array_elements(after->'moved') as pair
       join items as demo on demo.is_demo and demo.removed_at is null and case when pair->>'bookmarkId' is null
         then demo.normalised_url = pair->>'address' else demo.bookmark_id = (pair->>'bookmarkId')::bigint end
       where (pair->>'to')::integer = own.id
       order by own.id, activity.id desc, demo.id`,
      [[...ids]],
    );
    return rows;
  }

  /** Items that resolve to a present demo item, over any number of merges. */
  async findLeadingToDemo(ids: readonly number[]): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `select items.id from items join (${demoItems}) as now on now.id = item_now(items.id)
       where items.id = any(?::integer[]) and now.removed_at is null`,
      [[...ids]],
    );
    return rows.map(({ id }) => id);
  }

  /** People who are removed with the demo. */
  async leavingPeople(keepTrialPeople: boolean): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(leavingPeople, {
      keepTrialPeople,
    });
    return rows.map(({ id }) => id);
  }

  /** Counts of all data that is removed with these items and people. */
  async counts(items: readonly number[], people: readonly number[]): Promise<Counts> {
    const { rows } = await this.db.raw<{ rows: Counts[] }>(
      `with gone as (select unnest(:items::integer[]) as id), demo as (${demoItems}),
       leaving as (select unnest(:people::integer[]) as id)
       select (select count(*)::integer from gone) as items,
         (select count(*)::integer from leaving) as people,
         (select count(*)::integer from users where is_demo) as all_people,
         (select count(*)::integer from use_cases join users on users.id = user_id
          where users.is_demo and deleted_at is null
            and (item_id in (select id from demo) or user_id in (select id from leaving))) as use_cases,
         (select count(*)::integer from item_likes join users on users.id = user_id
          where users.is_demo
            and (item_id in (select id from demo) or user_id in (select id from leaving))) as likes,
         (select count(*)::integer from complaints join users on users.id = user_id
          where users.is_demo
            and (item_id in (select id from demo) or user_id in (select id from leaving))) as complaints,
         (select count(*)::integer from sessions where user_id in (select id from leaving)) as sessions,
         (select count(*)::integer from api_tokens
          where revoked_at is null and created_by in (select id from leaving)) as api_tokens,
         (select count(*)::integer from use_case_likes as liked
          join users as liker on liker.id = liked.user_id and not liker.is_demo
          join use_cases on use_cases.id = liked.use_case_id
          join users as author on author.id = use_cases.user_id and author.is_demo
          where use_cases.item_id in (select id from demo)) as likes_put_aside`,
      { items: [...items], people: [...people] },
    );
    const [row] = rows;
    if (!row) throw new Error('Counting answered nothing');
    return row;
  }
}
