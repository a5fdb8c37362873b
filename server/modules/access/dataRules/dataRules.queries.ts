// SQL that reads data rules: by many keys, of a company as a table, and what is allowed.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/preparedStatements.ts';
import {
  dataClasses,
  type PlanTier,
  type Rule,
  type RulePlace,
  type RuleView,
} from './dataRules.ts';
import { ruleColumns, today, type KeptRule } from './dataRules.rows.ts';

const viewsStatement = {
  name: 'data_rule_views',
  text: `
    with company as materialized (
      select key, name, approval_tag, has_badge,
        array(select id from tags where is_approval and lower(original_name) = approval_tag) as approvals
      from companies where key in (select unnest($2::text[]))
    )
    select place.item_id as "itemId", company.key as "companyKey", place.tier,
      json_build_object('key', company.key, 'name', company.name, 'approvalTag', company.approval_tag,
        'hasBadge', company.has_badge) as company,
      exists (
        select from item_tags where item_tags.item_id = place.item_id and tag_id = any(company.approvals)
      ) as "hasApproval", ${ruleColumns}
    from unnest($1::integer[], $2::text[], $3::text[]) as place (item_id, company_key, tier)
    join company on company.key = place.company_key
    left join data_rules as rule on rule.item_id = place.item_id and rule.company_key = place.company_key
      and rule.tier = place.tier`,
};

const allowedStatement = {
  name: 'data_rules_of_company',
  text: `
    select rule.item_id as "itemId", rule.verdicts, rule.status, coalesce(rule.review_by < ${today}, false) as "isPastReview"
    from data_rules as rule where rule.company_key = $1 and rule.tier = $2`,
};

/** What one row of the table is about. */
export interface TableRow extends Rule {
  title: string;
  url: string;
}

/** Which services somebody looks at who decides. */
export interface WantedServices {
  companyKey: string;
  tier: PlanTier;
  /** Held by a title or the address. */
  search: string;
  /** Only those with something to decide. */
  waiting: boolean;
  seesHidden: boolean;
}

/** A service as somebody sees it who decides. */
export interface ServiceRow {
  itemId: number;
  titleRu: string | null;
  titleEn: string | null;
  isHidden: boolean;
}

const pageOf = `
  from items left join data_rules as rule
    on rule.item_id = items.id and rule.company_key = :companyKey and rule.tier = :tier
  where items.removed_at is null and (:seesHidden or admin_visibility = 'visible')
    and (:search = '' or concat_ws(E'\\n', title_ru, title_en, source_url) ilike :pattern)
    and (not :waiting or rule.id is null or rule.status = 'under_review' or rule.review_by < ${today}
      or (select count(*) from jsonb_object_keys(rule.verdicts)) < :classes)`;

/** One change of a rule. */
export interface RuleHistoryRow {
  changeId: number;
  at: Date;
  actorId: number | null;
  kind: 'set' | 'import' | 'merge' | 'undo';
  before: KeptRule;
  after: KeptRule;
}

export const dataRulesQueries = (db: Knex) => ({
  /** Rules of these places, those that nobody has made too; none for a company that is not there. */
  views: (places: readonly RulePlace[]): Promise<RuleView[]> =>
    runPrepared(db, viewsStatement, [
      places.map(({ itemId }) => itemId),
      places.map(({ companyKey }) => companyKey),
      places.map(({ tier }) => tier),
    ]),

  /** Where these ids lead in the catalogue; what is gone, or not to be seen, is not there. */
  async itemsNow(ids: readonly number[], seesHidden: boolean): Promise<Map<number, number>> {
    const { rows } = await db.raw<{ rows: { wanted: number; id: number }[] }>(
      `select wanted, items.id from unnest(:ids::integer[]) as wanted
       join items on items.id = item_now(wanted) and items.removed_at is null
         and (:seesHidden or admin_visibility = 'visible')`,
      { ids: [...ids], seesHidden },
    );
    return new Map(rows.map(({ wanted, id }) => [wanted, id]));
  },

  /** Titles of services, by their ids. */
  async titles(
    ids: readonly number[],
  ): Promise<Map<number, Pick<ServiceRow, 'titleRu' | 'titleEn'>>> {
    const rows: Pick<ServiceRow, 'itemId' | 'titleRu' | 'titleEn'>[] = await db('items')
      .whereIn('id', [...ids])
      .select('id as itemId', 'title_ru as titleRu', 'title_en as titleEn');
    return new Map(rows.map(({ itemId, ...titles }) => [itemId, titles]));
  },

  /** Rules of a company for a plan, as far as they decide; and for how long the day of the answer lasts. */
  async standing(
    companyKey: string,
    tier: PlanTier,
  ): Promise<{
    rules: Pick<Rule, 'itemId' | 'verdicts' | 'status' | 'isPastReview'>[];
    msLeft: number;
  }> {
    const { rows } = await db.raw<{ rows: { ms: string }[] }>(
      `select extract(epoch from (${today} + 1) - (now() at time zone 'UTC')) * 1000 as ms`,
    );
    const rules = await runPrepared<Pick<Rule, 'itemId' | 'verdicts' | 'status' | 'isPastReview'>>(
      db,
      allowedStatement,
      [companyKey, tier],
    );
    return { rules, msLeft: Number(rows[0]?.ms ?? 0) };
  },

  /** All companies, and whether those who decide in one of them decide for it; null: whoever has no company. */
  async companies(
    own: string | null,
  ): Promise<
    { key: string; name: string; approvalTag: string; hasBadge: boolean; mayDecide: boolean }[]
  > {
    const { rows } = await db.raw<{
      rows: {
        key: string;
        name: string;
        approvalTag: string;
        hasBadge: boolean;
        mayDecide: boolean;
      }[];
    }>(
      `select key, name, approval_tag as "approvalTag", has_badge as "hasBadge",
         :own::text is null or key = :own
           or exists (select from companies as own where own.key = :own and own.decides_for_all) as "mayDecide"
       from companies order by key`,
      { own },
    );
    return rows;
  },

  /** About how large the table of a company is, in bytes, without its reading. */
  async tableBytes(companyKey: string): Promise<number> {
    const { rows } = await db.raw<{ rows: { bytes: number }[] }>(
      `select coalesce(sum(octet_length(verdicts::text) + octet_length(facts::text)), 0)::float8 as bytes
       from data_rules where company_key = :companyKey`,
      { companyKey },
    );
    return rows[0]!.bytes;
  },

  /** Every service with its rules of a company, by title; in each plan that has one, and in `always`. */
  async table({
    companyKey,
    always,
    most,
    seesHidden,
  }: {
    companyKey: string;
    always: PlanTier;
    most: number;
    seesHidden: boolean;
  }): Promise<TableRow[]> {
    const { rows } = await db.raw<{ rows: TableRow[] }>(
      `select items.id as "itemId", :companyKey::text as "companyKey", plan.tier,
         coalesce(items.title_en, items.title_ru, '') as title, items.source_url as url, ${ruleColumns}
       from items cross join unnest(array['free', 'team', 'enterprise']) with ordinality as plan (tier, place)
       left join data_rules as rule
         on rule.item_id = items.id and rule.company_key = :companyKey and rule.tier = plan.tier
       where items.removed_at is null and (:seesHidden or admin_visibility = 'visible') and (rule.id is not null or plan.tier = :always)
       order by lower(coalesce(items.title_en, items.title_ru, '')), items.id, plan.place
       limit :most`,
      { companyKey, always, most, seesHidden },
    );
    return rows;
  },

  /** Services for somebody who decides, by title. */
  async services(
    wanted: WantedServices,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ services: ServiceRow[]; total: number }> {
    const pattern = `%${wanted.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const values = { ...wanted, pattern, classes: dataClasses.length };
    const counted = await db.raw<{ rows: { count: string }[] }>(
      `select count(*) ${pageOf}`,
      values,
    );
    const { rows } = await db.raw<{ rows: ServiceRow[] }>(
      `select items.id as "itemId", title_ru as "titleRu", title_en as "titleEn",
         admin_visibility = 'hidden' as "isHidden" ${pageOf}
       order by lower(coalesce(title_en, title_ru, '')), items.id limit :perPage offset :offset`,
      { ...values, perPage, offset: page * perPage },
    );
    return { services: rows, total: Number(counted.rows[0]?.count ?? 0) };
  },

  /** The changes of one rule, newest first. */
  async history(
    place: RulePlace,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ entries: RuleHistoryRow[]; total: number }> {
    const parts = db('data_rule_change_parts')
      .join('data_rule_changes', 'data_rule_changes.id', 'change_id')
      .where({ item_id: place.itemId, company_key: place.companyKey, tier: place.tier });
    const counted: { count: string }[] = await parts.clone().count({ count: '*' });
    const entries: RuleHistoryRow[] = await parts
      .orderBy('change_id', 'desc')
      .limit(perPage)
      .offset(page * perPage)
      .select('change_id as changeId', 'at', 'actor_id as actorId', 'kind', 'before', 'after');
    return { entries, total: Number(counted[0]?.count ?? 0) };
  },
});

export type DataRulesQueries = ReturnType<typeof dataRulesQueries>;
