// SQL that aggregates use of the catalogue: adoption, likes of items, use cases.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import type { InsightsScope, Tally, TrendRow, Week } from './insights.ts';

export interface AdoptionRow {
  companyKey: string | null;
  weekStart: string;
  people: number;
  activeAccounts: number;
}

export interface TrendWeek {
  itemId: number;
  weekStart: string;
  added: number;
  removed: number;
}

export interface UseCaseWeekRow {
  weekStart: string;
  written: Tally;
  liked: Tally;
}

export interface ItemUsersRow {
  itemId: number;
  title: string;
  users: number;
  /** Items of the whole list. */
  total: number;
}

type Period = Pick<InsightsScope, 'since' | 'until' | 'companyKey'>;

/** Monday of the week of a time without time zone. */
export const weekSql = (at: string): string => `to_char(date_trunc('week', ${at}), 'YYYY-MM-DD')`;
const utcWeekSql = weekSql(`at at time zone 'UTC'`);
const titleSql = `coalesce(items.title_en, items.title_ru)`;
/** Items that everybody sees. */
export const isShown = `items.removed_at is null and items.admin_visibility = 'visible'`;
const ofCompany = (column: string): string =>
  `(:companyKey::text is null or ${column} = :companyKey)`;

/** Likes that began or ended in the period. A deleted person is somebody else in each row. */
const likeChanges = `
  select item_id, user_id as person, item_likes.created_at as at, true as is_added
  from item_likes join users on users.id = user_id
  where item_likes.created_at between :since and :until and ${ofCompany('users.company_key')}
  union all
  select item_id, coalesce(user_id, -id), liked_at, true from removed_likes
  where liked_at between :since and :until and ${ofCompany('company_key')}
  union all
  select item_id, coalesce(user_id, -id), removed_at, false from removed_likes
  where removed_at between :since and :until and ${ofCompany('company_key')}`;

export class InsightsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Keys of companies by name. */
  companies(keys: readonly string[] | null): Promise<string[]> {
    const query = this.db('companies').orderByRaw('lower(name), key').limit(limits.lists.companies);
    if (keys) query.whereIn('key', [...keys]);
    return query.pluck('key');
  }

  /** Since when removed likes are known; the demo brings its own history. */
  async likesSince(): Promise<Date> {
    const { rows } = await this.db.raw<{ rows: { since: Date }[] }>(
      `select least(since, (select min(removed_at) from removed_likes where is_demo)) as since
       from removed_likes_start`,
    );
    return rows[0]?.since ?? new Date(0);
  }

  /** People with a like and accounts at the end of each week, by company. */
  async adoption(
    weeks: readonly Week[],
    { companyKey }: Pick<Period, 'companyKey'>,
  ): Promise<AdoptionRow[]> {
    const { rows } = await this.db.raw<{ rows: AdoptionRow[] }>(
      `with spans as (
         select user_id, tstzrange(min(created_at), null) as span from item_likes group by user_id
         union all
         select user_id, tstzrange(liked_at, removed_at) from removed_likes
         where user_id is not null and removed_at > :first
       ), uses as (select user_id, range_agg(span) as span from spans group by user_id)
       select company_key as "companyKey", week.start as "weekStart",
         count(*) filter (where uses.span @> week.at)::integer as people, count(*)::integer as "activeAccounts"
       from unnest(:starts::text[], :ends::timestamptz[]) as week (start, at)
       join users on created_at <= week.at and (disabled_at is null or disabled_at > week.at)
       left join uses on uses.user_id = users.id
       where not is_tool and ${ofCompany('company_key')}
       group by company_key, week.start`,
      {
        companyKey,
        first: weeks[0]?.end ?? new Date(0),
        starts: weeks.map(({ weekStart }) => weekStart),
        ends: weeks.map(({ end }) => end),
      },
    );
    return rows;
  }

  /** Items whose likes changed in the period, by title. */
  async trends({ since, until, companyKey }: Period): Promise<TrendRow[]> {
    const { rows } = await this.db.raw<{ rows: TrendRow[] }>(
      `select items.id as "itemId", ${titleSql} as title,
         jsonb_build_object('count', count(*) filter (where is_added),
           'people', count(distinct person) filter (where is_added)) as added,
         jsonb_build_object('count', count(*) filter (where not is_added),
           'people', count(distinct person) filter (where not is_added)) as removed
       from (${likeChanges}) as changes join items on items.id = item_id and ${isShown}
       group by items.id order by lower(${titleSql}), items.id`,
      { since, until, companyKey },
    );
    return rows;
  }

  /** The weeks of some items. */
  async trendWeeks(
    { since, until, companyKey }: Period,
    itemIds: readonly number[],
  ): Promise<TrendWeek[]> {
    const { rows } = await this.db.raw<{ rows: TrendWeek[] }>(
      `select item_id as "itemId", ${utcWeekSql} as "weekStart",
         count(*) filter (where is_added)::integer as added, count(*) filter (where not is_added)::integer as removed
       from (${likeChanges}) as changes where item_id = any(:itemIds::integer[]) group by 1, 2`,
      { since, until, companyKey, itemIds: [...itemIds] },
    );
    return rows;
  }

  /** Use cases that were written and liked, by week. */
  async useCaseWeeks({ since, until, companyKey }: Period): Promise<UseCaseWeekRow[]> {
    const tally = (kind: string) =>
      `jsonb_build_object('count', count(*) filter (where kind = '${kind}'),
         'people', count(distinct user_id) filter (where kind = '${kind}')) as ${kind}`;
    const { rows } = await this.db.raw<{ rows: UseCaseWeekRow[] }>(
      `select ${utcWeekSql} as "weekStart", ${tally('written')}, ${tally('liked')}
       from (
         select 'written' as kind, user_id, created_at as at from use_cases
         where deleted_at is null and created_at between :since and :until
         union all
         select 'liked', user_id, created_at from use_case_likes where created_at between :since and :until
       ) as done join users on users.id = user_id and ${ofCompany('users.company_key')}
       group by 1`,
      { since, until, companyKey },
    );
    return rows;
  }

  /** Items with users and without a use case; numbers below `least` count as none, and others in steps of it. */
  async withoutUseCase(companyKey: string | null, least: number): Promise<ItemUsersRow[]> {
    const { rows } = await this.db.raw<{ rows: ItemUsersRow[] }>(
      `select items.id as "itemId", ${titleSql} as title, count(*)::integer as users,
         (count(*) over ())::integer as total
       from items join item_likes on item_id = items.id join users on users.id = user_id
       where use_cases_count = 0 and likes_count >= :least and ${isShown} and ${ofCompany('users.company_key')}
       group by items.id having count(*) >= :least
       order by count(*) / :least::integer desc, lower(${titleSql}), items.id limit :limit`,
      { companyKey, least, limit: limits.insights.withoutUseCase },
    );
    return rows;
  }
}
