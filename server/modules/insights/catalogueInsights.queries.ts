// SQL that aggregates the maintenance of the catalogue: gaps, access requests, health.
import type { Knex } from 'knex';
import { decidedRuleSql, itemProblemSql } from '../curation/itemProblems/itemProblems.module.ts';
import { limits } from '../../config/limits.ts';
import type { Language } from '../../shared/language.ts';
import type { AccessOutcome, ComplaintAge, InsightsScope, Tally, WaitingRow } from './insights.ts';
import { isShown, weekSql } from './insights.queries.ts';

export interface MissingRow {
  gapId: number;
  text: string;
  language: Language;
  searches: number;
  isServed: boolean;
}

export interface MissingTotals {
  /** First day with a search, or null. */
  begin: Date | null;
  gaps: number;
  served: number;
  medianDaysToServe: number | null;
}

export interface CatalogueHealth {
  services: number;
  brokenLinks: number;
  missingTranslations: number;
  missingDataRules: number;
  withoutPicture: number;
  withoutUseCase: number;
}

type Period = Pick<InsightsScope, 'since' | 'until' | 'companyKey'>;

const dayOf = (at: string): string => `(${at}::timestamptz at time zone 'UTC')::date`;

/** Searches of the period with their gap; a merged gap has the outcome of its target. */
const searches = `
  select gap.id, gap.text, gap.language, day, count, ending.settled_at,
    ending.state in ('taught', 'added') as is_served
  from zero_result_searches as searched
  join wishes as gap on gap.kind = 'search' and gap.language = searched.language and gap.text = searched.text
  join wishes as ending on ending.id = coalesce(gap.merged_into, gap.id)
  where day between ${dayOf(':since')} and ${dayOf(':until')}`;

/** Requests of the period. Deleted people count as one, because several requests may be by the same person. */
const requests = `
  select access_requests.id, access_requests.created_at, access_requests.status,
    coalesce(access_requests.user_id, 0) as person,
    coalesce(users.company_key, access_requests.former_company_key) as company_key
  from access_requests left join users on users.id = access_requests.user_id
  where access_requests.created_at between :since and :until
    and (:companyKey::text is null
      or coalesce(users.company_key, access_requests.former_company_key) = :companyKey)`;

export class CatalogueInsightsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Searches without an answer by week. */
  async missingWeeks({ since, until }: Period) {
    const { rows } = await this.db.raw<{
      rows: { weekStart: string; open: number; served: number }[];
    }>(
      `select ${weekSql('day::timestamp')} as "weekStart",
         coalesce(sum(count) filter (where not is_served), 0)::integer as open,
         coalesce(sum(count) filter (where is_served), 0)::integer as served
       from (${searches}) as searches group by 1`,
      { since, until },
    );
    return rows;
  }

  async topGaps({ since, until }: Period): Promise<MissingRow[]> {
    const { rows } = await this.db.raw<{ rows: MissingRow[] }>(
      `select id as "gapId", text, language, sum(count)::integer as searches, is_served as "isServed"
       from (${searches}) as searches group by id, text, language, is_served
       order by 4 desc, text, language limit :limit`,
      { since, until, limit: limits.insights.topGaps },
    );
    return rows;
  }

  /** Gaps of the period, and the time between first search and closing of those that were served. */
  async missingTotals({ since, until }: Period): Promise<MissingTotals> {
    const { rows } = await this.db.raw<{ rows: MissingTotals[] }>(
      `with gaps as (
         select id, text, language, is_served, settled_at from (${searches}) as searches
         group by id, text, language, is_served, settled_at
       ), firsts as (
         select gaps.*, (select min(day) from zero_result_searches as first
           where first.language = gaps.language and first.text = gaps.text) as first_day from gaps
       )
       select (select min(day)::timestamp at time zone 'UTC' from zero_result_searches) as begin,
         count(*)::integer as gaps, count(*) filter (where is_served)::integer as served,
         percentile_cont(0.5) within group (order by greatest(0, ${dayOf('settled_at')} - first_day))
           filter (where is_served) as "medianDaysToServe"
       from firsts`,
      { since, until },
    );
    return rows[0]!;
  }

  /** Waiting times of requests of the period, by step and by step and company. */
  async waiting(period: Period): Promise<WaitingRow[]> {
    const first = (statuses: readonly string[]) =>
      `min(activity.at) filter (where activity.after ->> 'status' in (${statuses.map((one) => `'${one}'`).join(', ')}))`;
    const { rows } = await this.db.raw<{ rows: WaitingRow[] }>(
      `with requests as (${requests}),
       moves as (
         select requests.id, requests.created_at, requests.person, requests.company_key,
           ${first(['needs_answer', 'approved', 'declined'])} as replied, ${first(['approved', 'declined'])} as decided,
           ${first(['approved'])} as approved, ${first(['granted'])} as granted
         from requests join activity on activity.subject_type = 'access' and activity.subject_id = requests.id::text
           and activity.action = 'access.moved'
         group by 1, 2, 3, 4
       ), waits as (
         select company_key, person, step, greatest(0, extract(epoch from wait))::float8 / 3600 as hours
         from moves cross join lateral (values ('first_reply', replied - created_at),
           ('decision', decided - created_at), ('access_given', granted - approved)) as waited (step, wait)
         where wait is not null
       )
       select step, company_key as "companyKey", grouping(company_key) = 1 as "isOverall", count(*)::integer as requests,
         count(distinct person)::integer as people,
         percentile_cont(0.5) within group (order by hours) as "medianHours",
         percentile_cont(0.9) within group (order by hours) as "p90Hours"
       from waits group by grouping sets ((step), (step, company_key))`,
      { ...period },
    );
    return rows;
  }

  async outcomes(period: Period): Promise<(Tally & { outcome: AccessOutcome })[]> {
    const { rows } = await this.db.raw<{ rows: (Tally & { outcome: AccessOutcome })[] }>(
      `select case when status in ('declined', 'withdrawn') then status
           when status in ('granted', 'expired', 'revoked') then 'granted' else 'waiting' end as outcome,
         count(*)::integer as count, count(distinct person)::integer as people
       from (${requests}) as requests group by 1`,
      { ...period },
    );
    return rows;
  }

  /** Counts of visible items; data rules of one company, or of any. */
  async health(companyKey: string | null): Promise<CatalogueHealth> {
    const { rows } = await this.db.raw<{ rows: CatalogueHealth[] }>(
      `select count(*)::integer as services,
         count(*) filter (where ${itemProblemSql.brokenLink})::integer as "brokenLinks",
         count(*) filter (where ${itemProblemSql.oneLanguage})::integer as "missingTranslations",
         count(*) filter (where not exists (select from data_rules where item_id = items.id and ${decidedRuleSql}
           and (:companyKey::text is null or company_key = :companyKey)))::integer as "missingDataRules",
         count(*) filter (where ${itemProblemSql.noPicture})::integer as "withoutPicture",
         count(*) filter (where ${itemProblemSql.noUseCases})::integer as "withoutUseCase"
       from items where ${isShown}`,
      { companyKey },
    );
    return rows[0]!;
  }

  /** Open complaints by age. Each complaint of a deleted person or a visitor counts as another person. */
  async openComplaints({ until, companyKey }: Period): Promise<(Tally & { age: ComplaintAge })[]> {
    const { rows } = await this.db.raw<{ rows: (Tally & { age: ComplaintAge })[] }>(
      `select case when complaints.created_at > :until::timestamptz - interval '3 days' then 'under_3_days'
           when complaints.created_at > :until::timestamptz - interval '7 days' then 'from_3_to_7_days'
           else 'over_7_days' end as age,
         count(*)::integer as count, count(distinct coalesce(user_id, -complaints.id))::integer as people
       from complaints left join users on users.id = user_id
       where status in ('new', 'in_progress') and (:companyKey::text is null or users.company_key = :companyKey)
       group by 1`,
      { until, companyKey },
    );
    return rows;
  }
}
