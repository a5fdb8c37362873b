// SQL that writes data rules and what was changed of them. Every statement stands inside one transaction.
import type { Knex } from 'knex';
import type { Rule, RulePlace } from './dataRules.ts';
import { ruleColumns, type KeptRule, type WrittenRule } from './dataRules.rows.ts';

/** What a change has made of one rule. */
export interface ChangePart extends RulePlace {
  before: KeptRule;
  after: KeptRule;
}

/** A rule, and whether it is one of the demo that nobody has changed. */
export interface HeldRule extends Rule {
  isDemo: boolean;
}

interface LockedRule extends HeldRule {
  id: number;
}

const columnsOf = (places: readonly RulePlace[]) => [
  places.map(({ itemId }) => itemId),
  places.map(({ companyKey }) => companyKey),
  places.map(({ tier }) => tier),
];

const placesTable =
  'unnest(?::integer[], ?::text[], ?::text[]) as place (item_id, company_key, tier)';

export const dataRulesStore = (db: Knex) => ({
  /** Where ids of services lead now, holding those services in the catalogue; what is gone, or not to be seen, is not there. */
  async hold(ids: readonly number[], seesHidden: boolean): Promise<Map<number, number>> {
    const { rows } = await db.raw<{ rows: { wanted: number; id: number }[] }>(
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
  },

  /** Whether one of these services is kept from employees. */
  async anyHidden(ids: readonly number[]): Promise<boolean> {
    const hidden = db('items')
      .whereIn('id', [...ids])
      .where('admin_visibility', 'hidden');
    return (await hidden.first('id')) !== undefined;
  },

  /** Locks the rules of these places until the end of the transaction, in one order; makes those that are not there. */
  async lock(places: readonly RulePlace[]): Promise<LockedRule[]> {
    const values = columnsOf(places);
    await db.raw(
      `insert into data_rules (item_id, company_key, tier)
       select item_id, company_key, tier from ${placesTable} order by item_id, company_key, tier
       on conflict do nothing`,
      values,
    );
    const { rows } = await db.raw<{ rows: LockedRule[] }>(
      `select rule.id, rule.is_demo as "isDemo", rule.item_id as "itemId", rule.company_key as "companyKey", rule.tier, ${ruleColumns}
       from data_rules as rule join ${placesTable} using (item_id, company_key, tier)
       order by rule.item_id, rule.company_key, rule.tier for update of rule`,
      values,
    );
    return rows;
  },

  /** All rules of a service. */
  async ofItem(itemId: number): Promise<HeldRule[]> {
    const { rows } = await db.raw<{ rows: HeldRule[] }>(
      `select rule.is_demo as "isDemo", rule.item_id as "itemId", rule.company_key as "companyKey", rule.tier, ${ruleColumns}
       from data_rules as rule where rule.item_id = ? order by rule.company_key, rule.tier`,
      [itemId],
    );
    return rows;
  },

  /** Takes away what `lock` has made and nobody has filled. */
  async dropBlank(ids: readonly number[]): Promise<void> {
    await db('data_rules')
      .where({ version: 0 })
      .whereIn('id', [...ids])
      .delete();
  },

  async write(rules: readonly WrittenRule[]): Promise<void> {
    if (rules.length === 0) return;
    await db.raw(
      `update data_rules set verdicts = given.verdicts, result = given.result, account = given.account,
         status = given.status, facts = given.facts, owner = given.owner, review_by = given."reviewBy",
         ai_role = given."aiRole", ai_tier = given."aiTier", decided_at = given."decidedAt",
         -- Who has gone meanwhile decides nothing.
         decided_by = (select id from users where id = given."decidedBy"),
         version = version + 1, is_demo = false
       from jsonb_to_recordset(?::jsonb) as given (
         id integer, verdicts jsonb, result text, account text, status text, facts jsonb, owner text, "reviewBy" date,
         "aiRole" text, "aiTier" text, "decidedBy" integer, "decidedAt" timestamptz)
       where data_rules.id = given.id`,
      [JSON.stringify(rules)],
    );
  },

  async addChange(
    change: { at: Date; actorId: number; kind: 'set' | 'import' | 'merge' | 'undo' },
    parts: readonly ChangePart[],
  ): Promise<number> {
    const [made]: { id: number }[] = await db('data_rule_changes')
      .insert({ at: change.at, actor_id: change.actorId, kind: change.kind })
      .returning('id');
    const id = made?.id ?? 0;
    await db.raw(
      `insert into data_rule_change_parts (change_id, item_id, company_key, tier, before, after)
       select ?, "itemId", "companyKey", tier, before, after
       from jsonb_to_recordset(?::jsonb) as part (
         "itemId" integer, "companyKey" text, tier text, before jsonb, after jsonb)`,
      [id, JSON.stringify(parts)],
    );
    return id;
  },

  /** Whether a change took another one back. */
  async isUndo(changeId: number): Promise<boolean> {
    return (
      (await db('data_rule_changes').where({ id: changeId, kind: 'undo' }).first('id')) !==
      undefined
    );
  },

  /** What a change has made; empty where there is no such change. */
  async partsOf(changeId: number): Promise<ChangePart[]> {
    const rows: ChangePart[] = await db('data_rule_change_parts')
      .where({ change_id: changeId })
      .orderBy(['item_id', 'company_key', 'tier'])
      .select('item_id as itemId', 'company_key as companyKey', 'tier', 'before', 'after');
    return rows;
  },
});

export type DataRulesStore = ReturnType<typeof dataRulesStore>;
