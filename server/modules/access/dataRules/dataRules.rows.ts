// Columns and snapshots of data rules.
import type { DataFact, Rule, RuleFacts } from './dataRules.ts';

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
export interface RuleUpdate extends RuleFacts {
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
