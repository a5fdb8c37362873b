// SQL that writes data rules and their changes, and the columns of a rule. Every method runs inside a transaction of the caller.
import type { Knex } from 'knex';
import type { DataFact, Rule, RuleFacts, RuleKey } from './dataRules.ts';

/** Today (UTC) by the database clock, so that all processes agree on which reviews are over. */
export const todaySql = `(now() at time zone 'UTC')::date`;

/** The columns of `rule` as fields of a Rule; defaults where there is none. */
export const ruleColumns = `
  coalesce(rule.verdicts, '{}') as verdicts, rule.result, rule.account, rule.status, coalesce(rule.facts, '[]') as facts,
  rule.owner, to_char(rule.review_by, 'YYYY-MM-DD') as "reviewBy", rule.ai_role as "aiRole", rule.ai_tier as "aiTier",
  rule.decided_by as "decidedBy", rule.decided_at as "decidedAt", coalesce(rule.version, 0) as version,
  coalesce(rule.review_by < ${todaySql}, false) as "isPastReview"`;

/** True when an open incident of an item concerns a company; both given as SQL. */
export const hasIncidentSql = (itemId: string, companyKey: string): string =>
  `coalesce((select incident_companies && array['*', ${companyKey}] from items where items.id = ${itemId}), false)`;

/** The columns that an update writes, passed as JSON to one statement for many rules. */
interface RuleUpdate extends RuleFacts {
  id: number;
  decidedBy: number | null;
  decidedAt: string | null;
}

/** A rule as stored in a change, with the author of its decision. */
export interface RuleSnapshot extends RuleFacts {
  decidedBy: number | null;
  decidedAt: string | null;
}

export const toSnapshot = (
  rule: RuleFacts & Pick<Rule, 'decidedBy' | 'decidedAt'>,
): RuleSnapshot => ({
  verdicts: rule.verdicts,
  result: rule.result,
  account: rule.account,
  status: rule.status,
  facts: rule.facts as DataFact[],
  owner: rule.owner,
  reviewBy: rule.reviewBy,
  aiRole: rule.aiRole,
  aiTier: rule.aiTier,
  decidedBy: rule.decidedBy,
  decidedAt: rule.decidedAt?.toISOString() ?? null,
});

export interface ChangePart extends RuleKey {
  before: RuleSnapshot;
  after: RuleSnapshot;
}

/** A rule, and whether it is unchanged demo data. */
export interface StoredRule extends Rule {
  isDemo: boolean;
}

interface DueReview extends RuleKey {
  reviewBy: string;
}

interface LockedRule extends StoredRule {
  id: number;
}

const keyColumns = (keys: readonly RuleKey[]) => [
  keys.map(({ itemId }) => itemId),
  keys.map(({ companyKey }) => companyKey),
  keys.map(({ tier }) => tier),
];

const keysTable =
  'unnest(?::integer[], ?::text[], ?::text[]) as place (item_id, company_key, tier)';

export class DataRulesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /**
   * Maps ids to current items, following merges, and locks these against removal; removed and invisible items are
   * missing.
   */
  async lockItems(ids: readonly number[], seesHidden: boolean): Promise<Map<number, number>> {
    const { rows } = await this.db.raw<{ rows: { wanted: number; id: number }[] }>(
      `with there as materialized (
         select id from items
         where id in (select item_now(wanted) from unnest(:ids::integer[]) as wanted) and removed_at is null
           and (:seesHidden or admin_visibility = 'visible')
         order by id for key share
       )
       select wanted, there.id from unnest(:ids::integer[]) as wanted join there on there.id = item_now(wanted)`,
      { ids: [...ids], seesHidden },
    );
    return new Map(rows.map(({ wanted, id }) => [wanted, id]));
  }

  /** True when one of these items is hidden from employees. */
  async hasHidden(ids: readonly number[]): Promise<boolean> {
    const hidden = this.db('items')
      .whereIn('id', [...ids])
      .where('admin_visibility', 'hidden');
    return (await hidden.first('id')) !== undefined;
  }

  /** Locks rules until the end of the transaction, in a fixed order; creates missing ones. */
  async lock(keys: readonly RuleKey[]): Promise<LockedRule[]> {
    const values = keyColumns(keys);
    await this.db.raw(
      `insert into data_rules (item_id, company_key, tier)
       select item_id, company_key, tier from ${keysTable} order by item_id, company_key, tier
       on conflict do nothing`,
      values,
    );
    const { rows } = await this.db.raw<{ rows: LockedRule[] }>(
      `select rule.id, rule.is_demo as "isDemo", rule.item_id as "itemId", rule.company_key as "companyKey", rule.tier, ${ruleColumns}
       from data_rules as rule join ${keysTable} using (item_id, company_key, tier)
       order by rule.item_id, rule.company_key, rule.tier for update of rule`,
      values,
    );
    return rows;
  }

  async ofItem(itemId: number): Promise<StoredRule[]> {
    const { rows } = await this.db.raw<{ rows: StoredRule[] }>(
      `select rule.is_demo as "isDemo", rule.item_id as "itemId", rule.company_key as "companyKey", rule.tier, ${ruleColumns}
       from data_rules as rule where rule.item_id = ? order by rule.company_key, rule.tier`,
      [itemId],
    );
    return rows;
  }

  /** Deletes rules that `lock` has created and that stayed empty. */
  async deleteEmpty(ids: readonly number[]): Promise<void> {
    await this.db('data_rules')
      .where({ version: 0 })
      .whereIn('id', [...ids])
      .delete();
  }

  async write(rules: readonly RuleUpdate[]): Promise<void> {
    if (rules.length === 0) return;
    await this.db.raw(
      `update data_rules set verdicts = given.verdicts, result = given.result, account = given.account,
         status = given.status, facts = given.facts, owner = given.owner, review_by = given."reviewBy",
         ai_role = given."aiRole", ai_tier = given."aiTier", decided_at = given."decidedAt",
         -- Null when the author's account was deleted meanwhile.
         decided_by = (select id from users where id = given."decidedBy"),
         version = version + 1, is_demo = false
       from jsonb_to_recordset(?::jsonb) as given (
         id integer, verdicts jsonb, result text, account text, status text, facts jsonb, owner text, "reviewBy" date,
         "aiRole" text, "aiTier" text, "decidedBy" integer, "decidedAt" timestamptz)
       where data_rules.id = given.id`,
      [JSON.stringify(rules)],
    );
  }

  /** Copies the confirmations of an item's rules, after changes of their sources, to rules of another item. */
  async copyConfirmations(from: number, keys: readonly RuleKey[]): Promise<void> {
    await this.db.raw(
      `insert into source_confirmations (change_id, item_id, company_key, tier, confirmed_by, confirmed_at)
       select change_id, place.item_id, company_key, tier, confirmed_by, confirmed_at
       from source_confirmations as confirmed join ${keysTable} using (company_key, tier)
       where confirmed.item_id = ? on conflict do nothing`,
      [...keyColumns(keys), from],
    );
  }

  async addChange(
    change: { at: Date; actorId: number; kind: 'set' | 'import' | 'merge' | 'undo' },
    parts: readonly ChangePart[],
  ): Promise<number> {
    const [made]: { id: number }[] = await this.db('data_rule_changes')
      .insert({ at: change.at, actor_id: change.actorId, kind: change.kind })
      .returning('id');
    const id = made?.id ?? 0;
    await this.db.raw(
      `insert into data_rule_change_parts (change_id, item_id, company_key, tier, before, after)
       select ?, "itemId", "companyKey", tier, before, after
       from jsonb_to_recordset(?::jsonb) as part (
         "itemId" integer, "companyKey" text, tier text, before jsonb, after jsonb)`,
      [id, JSON.stringify(parts)],
    );
    return id;
  }

  async isUndo(changeId: number): Promise<boolean> {
    return (
      (await this.db('data_rule_changes').where({ id: changeId, kind: 'undo' }).first('id')) !==
      undefined
    );
  }

  /** The parts of a change; empty for an unknown one. */
  async changeParts(changeId: number): Promise<ChangePart[]> {
    const rows: ChangePart[] = await this.db('data_rule_change_parts')
      .where({ change_id: changeId })
      .orderBy(['item_id', 'company_key', 'tier'])
      .select('item_id as itemId', 'company_key as companyKey', 'tier', 'before', 'after');
    return rows;
  }

  /** Marks at most `most` due reviews as reported, each once across processes, and returns them. */
  async claimDueReviews(at: Date, days: number, most: number): Promise<DueReview[]> {
    const { rows } = await this.db.raw<{ rows: DueReview[] }>(
      `insert into data_rule_reviews (item_id, company_key, tier, review_by, told_at)
       select rule.item_id, rule.company_key, rule.tier, rule.review_by, :at from data_rules as rule
       join items on items.id = rule.item_id and items.removed_at is null
       where rule.review_by <= (:at::timestamptz at time zone 'UTC')::date + :days::integer
         and not exists (select from data_rule_reviews as reported where reported.item_id = rule.item_id
           and reported.company_key = rule.company_key and reported.tier = rule.tier and reported.review_by = rule.review_by)
       order by rule.item_id, rule.company_key, rule.tier limit :most
       on conflict do nothing
       returning item_id as "itemId", company_key as "companyKey", tier, to_char(review_by, 'YYYY-MM-DD') as "reviewBy"`,
      { at, days, most },
    );
    return rows;
  }
}
