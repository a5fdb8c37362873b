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

export interface UseCaseWeekRow extends Tally {
  weekStart: string;
  kind: 'written' | 'liked';
}

export interface ItemUsersRow {
  itemId: number;
  title: string;
  users: number;
  /** Number of items in the whole list. */
  total: number;
}

type Period = Pick<InsightsScope, 'since' | 'until' | 'companyKey'>;

/** Monday of the week of a time without time zone. */
export const weekSql = (at: string): string => `to_char(date_trunc('week', ${at}), 'YYYY-MM-DD')`;
const utcWeekSql = weekSql(`at at time zone 'UTC'`);
const titleSql = `coalesce(items.title_en, items.title_ru)`;
/** SQL condition: the item is visible to everybody. */
export const isShown = `items.removed_at is null and items.admin_visibility = 'visible'`;
const ofCompany = (column: string): string =>
  `(:companyKey::text is null or ${column} = :companyKey)`;

/**
 * Likes that began or ended in the period. Deleted people count as one, because several rows may be of the same person.
 */
const likeChanges = `
  select item_id, user_id as person, item_likes.created_at as at, true as is_added
  from item_likes join users on users.id = user_id
  where item_likes.created_at between :since and :until and ${ofCompany('users.company_key')}
  union all
  select item_id, coalesce(user_id, 0), liked_at, true from removed_likes
  where liked_at between :since and :until and ${ofCompany('company_key')}
  union all
  select item_id, coalesce(user_id, 0), removed_at, false from removed_likes
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

  /** Start of the recording of removed likes; the demo brings its own history. */
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
      `with standing as (select user_id, min(created_at) as since from item_likes group by user_id),
       ended as (
         select user_id, range_agg(tstzrange(liked_at, removed_at)) as spans from removed_likes
         where user_id is not null and removed_at > :first group by user_id
       ), people as (
         select company_key, created_at, disabled_at, since, spans from users
         left join standing on standing.user_id = users.id left join ended on ended.user_id = users.id
         where not is_tool and ${ofCompany('company_key')}
       )
       select company_key as "companyKey", week.start as "weekStart",
         count(*) filter (where since <= week.at or spans @> week.at)::integer as people, count(*)::integer as "activeAccounts"
       from unnest(:starts::text[], :ends::timestamptz[]) as week (start, at)
       join people on created_at <= week.at and (disabled_at is null or disabled_at > week.at)
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

  /**
   * The items that gained and that lost most likes. Numbers below `least` count as none, and others in steps of it, so
   * that the choice reveals no more than the numbers.
   */
  async trends({ since, until, companyKey }: Period, least: number): Promise<TrendRow[]> {
    const disclosed = (kind: string) =>
      `case when least(${kind}, ${kind}_people) < :least then 0 else ${kind} - ${kind} % :least::integer end`;
    const top = (sign: string, order: string) =>
      `(select item_id as "itemId", title, added, added_people as "addedPeople", removed, removed_people as "removedPeople"
        from gains where gain ${sign} 0 order by gain ${order}, lower(title), item_id limit :limit)`;
    const { rows } = await this.db.raw<{ rows: TrendRow[] }>(
      `with by_person as (
         select item_id, person, count(*) filter (where is_added) as added, count(*) filter (where not is_added) as removed
         from (${likeChanges}) as changes group by 1, 2
       ), sums as (
         select item_id, sum(added)::integer as added, (count(*) filter (where added > 0))::integer as added_people,
           sum(removed)::integer as removed, (count(*) filter (where removed > 0))::integer as removed_people
         from by_person group by 1
       ), gains as (
         select sums.*, ${titleSql} as title, ${disclosed('added')} - ${disclosed('removed')} as gain
         from sums join items on items.id = item_id and ${isShown}
       )
       ${top('>', 'desc')} union all ${top('<', 'asc')}`,
      { since, until, companyKey, least, limit: limits.insights.trends },
    );
    return rows;
  }

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

  /** Written and liked use cases, by week. */
  async useCaseWeeks({ since, until, companyKey }: Period): Promise<UseCaseWeekRow[]> {
    const { rows } = await this.db.raw<{ rows: UseCaseWeekRow[] }>(
      `with by_person as (
         select date_trunc('week', at at time zone 'UTC') as week, kind, user_id, count(*) as count
         from (
           select 'written' as kind, user_id, created_at as at from use_cases
           where deleted_at is null and created_at between :since and :until
           union all
           select 'liked', user_id, created_at from use_case_likes where created_at between :since and :until
         ) as done join users on users.id = user_id and ${ofCompany('users.company_key')}
         group by 1, 2, 3
       )
       select ${weekSql('week')} as "weekStart", kind, sum(count)::integer as count, count(*)::integer as people
       from by_person group by week, kind`,
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
