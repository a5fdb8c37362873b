// SQL that reads data rules: by many keys, of a company as a table, and what is allowed.
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import type { PlanTier, Rule, RulePlace, RuleView } from './dataRules.ts';
import { ruleColumns, today, type KeptRule } from './dataRules.rows.ts';

const viewsStatement = {
  name: 'data_rule_views',
  text: `
    select place.item_id as "itemId", companies.key as "companyKey", place.tier,
      json_build_object('key', companies.key, 'name', companies.name, 'approvalTag', companies.approval_tag,
        'hasBadge', companies.has_badge) as company,
      exists (
        select from item_tags join tags on tags.id = tag_id
        where item_tags.item_id = place.item_id and lower(original_name) = companies.approval_tag
      ) as "hasApproval", ${ruleColumns}
    from unnest($1::integer[], $2::text[], $3::text[]) as place (item_id, company_key, tier)
    join companies on companies.key = place.company_key
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

/** One change of a rule. */
export interface RuleHistoryRow {
  changeId: number;
  at: Date;
  actorId: number | null;
  kind: 'set' | 'import' | 'merge' | 'undo';
  before: KeptRule;
  after: KeptRule;
}

export const dataRulesSearch = (db: Knex) => ({
  /** Rules of these places, those that nobody has made too; none for a company that is not there. */
  views: (places: readonly RulePlace[]): Promise<RuleView[]> =>
    runPrepared(db, viewsStatement, [
      places.map(({ itemId }) => itemId),
      places.map(({ companyKey }) => companyKey),
      places.map(({ tier }) => tier),
    ]),

  /** Which of these services are in the catalogue. */
  itemsThere: (ids: readonly number[]): Promise<number[]> =>
    db('items')
      .whereNull('removed_at')
      .whereIn('id', [...ids])
      .orderBy('id')
      .pluck('id'),

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

  /** All companies, and whether the admins of one of them decide for it. */
  async companies(
    ofAdmin: string | null,
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
      { own: ofAdmin },
    );
    return rows;
  },

  /** Every service with its rules of a company, hidden ones too, by title; in each plan that has one, and in `always`. */
  async table(companyKey: string, always: PlanTier, most: number): Promise<TableRow[]> {
    const { rows } = await db.raw<{ rows: TableRow[] }>(
      `select items.id as "itemId", :companyKey::text as "companyKey", plan.tier,
         coalesce(items.title_en, items.title_ru, '') as title, items.source_url as url, ${ruleColumns}
       from items cross join unnest(array['free', 'team', 'enterprise']) with ordinality as plan (tier, place)
       left join data_rules as rule
         on rule.item_id = items.id and rule.company_key = :companyKey and rule.tier = plan.tier
       where items.removed_at is null and (rule.id is not null or plan.tier = :always)
       order by lower(coalesce(items.title_en, items.title_ru, '')), items.id, plan.place
       limit :most`,
      { companyKey, always, most },
    );
    return rows;
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

export type DataRulesSearch = ReturnType<typeof dataRulesSearch>;
