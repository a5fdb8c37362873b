// SQL that reads data rules, and the cache of the items that a company allows, for the search filters.
import type { Knex } from 'knex';
import { likePattern } from '../../../database/likePattern.ts';
import { runPrepared } from '../../../database/preparedStatements.ts';
import { hasIncidentSql, ruleColumns, type RuleSnapshot, todaySql } from './dataRules.store.ts';
import {
  type DataClass,
  dataClasses,
  isAllowed,
  type PlanTier,
  type Rule,
  type RuleKey,
  type RuleView,
} from './dataRules.ts';

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
      ) as "hasApproval", ${hasIncidentSql('place.item_id', 'company.key')} as "hasIncident", ${ruleColumns}
    from unnest($1::integer[], $2::text[], $3::text[]) as place (item_id, company_key, tier)
    join company on company.key = place.company_key
    left join data_rules as rule on rule.item_id = place.item_id and rule.company_key = place.company_key
      and rule.tier = place.tier`,
};

const allowedStatement = {
  name: 'data_rules_of_company',
  text: `
    select rule.item_id as "itemId", rule.verdicts, rule.status, coalesce(rule.review_by < ${todaySql}, false) as "isPastReview",
      ${hasIncidentSql('rule.item_id', 'rule.company_key')} as "hasIncident"
    from data_rules as rule where rule.company_key = $1 and rule.tier = $2`,
};

/** Fields of a rule that the search filter needs. */
type AllowedRule = Pick<
  RuleView,
  'itemId' | 'verdicts' | 'status' | 'isPastReview' | 'hasIncident'
>;

interface RuleTableRow extends Rule, Pick<RuleView, 'hasIncident'> {
  title: string;
  url: string;
}

interface RuleListFilter {
  companyKey: string;
  tier: PlanTier;
  /** Part of a title or of the address. */
  search: string;
  /** Only items with an undecided class, or whose rule is under review. */
  undecidedOnly: boolean;
  /** Only items under review, or whose review is over or due within `soonDays`. */
  toReviewOnly: boolean;
  soonDays: number;
  seesHidden: boolean;
}

export interface ListedItem {
  itemId: number;
  titleRu: string | null;
  titleEn: string | null;
  imageUrl: string | null;
  isHidden: boolean;
}

const isToReview = `coalesce(rule.status = 'under_review', false)
  or coalesce(rule.review_by <= ${todaySql} + :soonDays::integer, false)`;

const listedItems = `
  from items left join data_rules as rule
    on rule.item_id = items.id and rule.company_key = :companyKey and rule.tier = :tier
  where items.removed_at is null and (:seesHidden or admin_visibility = 'visible')
    and (:search = '' or concat_ws(E'\\n', title_ru, title_en, source_url) ilike :pattern)
    and (not :undecidedOnly or rule.id is null or rule.status = 'under_review' or rule.review_by < ${todaySql}
      or (select count(*) from jsonb_object_keys(rule.verdicts)) < :classes)
    and (not :toReviewOnly or ${isToReview})`;

export interface RuleHistoryRow {
  changeId: number;
  at: Date;
  actorId: number | null;
  kind: 'set' | 'import' | 'merge' | 'undo';
  before: RuleSnapshot;
  after: RuleSnapshot;
}

export class DataRulesQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** The rules of these keys, undecided ones included; none for an unknown company. */
  views(keys: readonly RuleKey[]): Promise<RuleView[]> {
    return runPrepared(this.db, viewsStatement, [
      keys.map(({ itemId }) => itemId),
      keys.map(({ companyKey }) => companyKey),
      keys.map(({ tier }) => tier),
    ]);
  }

  /** Whom the rules of companies name, most frequent first. */
  async contacts(companyKeys: readonly string[]): Promise<{ companyKey: string; owner: string }[]> {
    return this.db('data_rules')
      .whereIn('company_key', [...companyKeys])
      .whereNotNull('owner')
      .groupBy('company_key', 'owner')
      .orderByRaw('count(*) desc, owner')
      .select('company_key as companyKey', 'owner');
  }

  /** Current ids of items, following merges; removed and invisible items are missing. */
  async currentItemIds(ids: readonly number[], seesHidden: boolean): Promise<Map<number, number>> {
    const { rows } = await this.db.raw<{ rows: { wanted: number; id: number }[] }>(
      `select wanted, items.id from unnest(:ids::integer[]) as wanted
       join items on items.id = item_now(wanted) and items.removed_at is null
         and (:seesHidden or admin_visibility = 'visible')`,
      { ids: [...ids], seesHidden },
    );
    return new Map(rows.map(({ wanted, id }) => [wanted, id]));
  }

  async titles(
    ids: readonly number[],
  ): Promise<Map<number, Pick<ListedItem, 'titleRu' | 'titleEn'>>> {
    const rows: Pick<ListedItem, 'itemId' | 'titleRu' | 'titleEn'>[] = await this.db('items')
      .whereIn('id', [...ids])
      .select('id as itemId', 'title_ru as titleRu', 'title_en as titleEn');
    return new Map(rows.map(({ itemId, ...titles }) => [itemId, titles]));
  }

  /** Rules of a company for a plan, and the milliseconds left of the day (UTC) for which they are valid. */
  async allowedRules(
    companyKey: string,
    tier: PlanTier,
  ): Promise<{
    rules: AllowedRule[];
    msLeft: number;
  }> {
    const { rows } = await this.db.raw<{ rows: { ms: string }[] }>(
      `select extract(epoch from (${todaySql} + 1) - (now() at time zone 'UTC')) * 1000 as ms`,
    );
    const rules = await runPrepared<AllowedRule>(this.db, allowedStatement, [companyKey, tier]);
    return { rules, msLeft: Number(rows[0]?.ms ?? 0) };
  }

  /** All companies, and whether members of `own` decide for them; a member without a company (null) decides for all. */
  async companies(
    own: string | null,
  ): Promise<
    { key: string; name: string; approvalTag: string; hasBadge: boolean; mayDecide: boolean }[]
  > {
    const { rows } = await this.db.raw<{
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
  }

  /** Approximate size of the table of a company in bytes, without reading it. */
  async estimateTableBytes(companyKey: string): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { bytes: number }[] }>(
      `select coalesce(sum(octet_length(verdicts::text) + octet_length(facts::text)), 0)::float8 as bytes
       from data_rules where company_key = :companyKey`,
      { companyKey },
    );
    return rows[0]!.bytes;
  }

  /** Every item with the rules of a company, by title: one row per plan with a rule, and always one for `always`. */
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
  }): Promise<RuleTableRow[]> {
    const { rows } = await this.db.raw<{ rows: RuleTableRow[] }>(
      `select items.id as "itemId", :companyKey::text as "companyKey", plan.tier,
         coalesce(items.title_en, items.title_ru, '') as title, items.source_url as url,
         coalesce(incident_companies && array['*', :companyKey], false) as "hasIncident", ${ruleColumns}
       from items cross join unnest(array['free', 'team', 'enterprise']) with ordinality as plan (tier, place)
       left join data_rules as rule
         on rule.item_id = items.id and rule.company_key = :companyKey and rule.tier = plan.tier
       where items.removed_at is null and (:seesHidden or admin_visibility = 'visible') and (rule.id is not null or plan.tier = :always)
       order by lower(coalesce(items.title_en, items.title_ru, '')), items.id, plan.place
       limit :most`,
      { companyKey, always, most, seesHidden },
    );
    return rows;
  }

  /** One page of items, by title. */
  async items(
    wanted: RuleListFilter,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ items: ListedItem[]; total: number }> {
    const pattern = likePattern(wanted.search);
    const values = { ...wanted, pattern, classes: dataClasses.length };
    const counted = await this.db.raw<{ rows: { count: string }[] }>(
      `select count(*) ${listedItems}`,
      values,
    );
    const { rows } = await this.db.raw<{ rows: ListedItem[] }>(
      `select items.id as "itemId", title_ru as "titleRu", title_en as "titleEn", image_url as "imageUrl",
         admin_visibility = 'hidden' as "isHidden" ${listedItems}
       order by lower(coalesce(title_en, title_ru, '')), items.id limit :perPage offset :offset`,
      { ...values, perPage, offset: page * perPage },
    );
    return { items: rows, total: Number(counted.rows[0]?.count ?? 0) };
  }

  /** Items that the reader sees, their decided verdicts, and those to review. */
  async progress(wanted: {
    companyKey: string;
    tier: PlanTier;
    seesHidden: boolean;
    soonDays: number;
  }): Promise<{ items: number; decided: number; toReview: number }> {
    const { rows } = await this.db.raw<{
      rows: { items: number; decided: number; toReview: number }[];
    }>(
      `select count(*)::integer as items, count(*) filter (where ${isToReview})::integer as "toReview",
         coalesce(sum((select count(*) from jsonb_object_keys(rule.verdicts))), 0)::integer as decided
       from items left join data_rules as rule
         on rule.item_id = items.id and rule.company_key = :companyKey and rule.tier = :tier
       where items.removed_at is null and (:seesHidden or admin_visibility = 'visible')`,
      wanted,
    );
    return rows[0]!;
  }

  async history(
    key: RuleKey,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ entries: RuleHistoryRow[]; total: number }> {
    const parts = this.db('data_rule_change_parts')
      .join('data_rule_changes', 'data_rule_changes.id', 'change_id')
      .where({ item_id: key.itemId, company_key: key.companyKey, tier: key.tier });
    const counted: { count: string }[] = await parts.clone().count({ count: '*' });
    const entries: RuleHistoryRow[] = await parts
      .orderBy('change_id', 'desc')
      .limit(perPage)
      .offset(page * perPage)
      .select('change_id as changeId', 'at', 'actor_id as actorId', 'kind', 'before', 'after');
    return { entries, total: Number(counted[0]?.count ?? 0) };
  }
}

/** By class of data: 1 at the id of each allowed item. */
type AllowedItems = Record<DataClass, Uint8Array>;

interface CachedItems {
  /** Version of the rules that the search index has read. */
  version: number;
  until: number;
  items: AllowedItems;
}

function markAllowed(rules: readonly AllowedRule[]): AllowedItems {
  const size = rules.reduce((most, { itemId }) => Math.max(most, itemId), 0) + 1;
  return Object.fromEntries(
    dataClasses.map((dataClass) => {
      const marks = new Uint8Array(size);
      for (const rule of rules) if (isAllowed(rule, dataClass)) marks[rule.itemId] = 1;
      return [dataClass, marks];
    }),
  ) as AllowedItems;
}

export class AllowedItemsCache {
  private queries: Pick<DataRulesQueries, 'allowedRules'>;
  private cached = new Map<string, CachedItems>();

  constructor(queries: Pick<DataRulesQueries, 'allowedRules'>) {
    this.queries = queries;
  }

  /**
   * Items that a company allows on a plan; read again for another version or day (UTC), because reviews end with the
   * day.
   * @param version of the rules that the search index has read
   */
  async get(companyKey: string, tier: PlanTier, version: number): Promise<AllowedItems> {
    const key = `${companyKey} ${tier}`;
    const cached = this.cached.get(key);
    // A monotonic clock, because the wall clock may be set back.
    const now = performance.now();
    if (cached?.version === version && now < cached.until) return cached.items;
    const { rules, msLeft } = await this.queries.allowedRules(companyKey, tier);
    const items = markAllowed(rules);
    this.cached.set(key, { version, until: now + msLeft, items });
    return items;
  }
}
