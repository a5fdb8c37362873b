// Rows of the data rules, and how they become words of the room.
import type { DataFact, Rule, RuleFacts } from './dataRules.ts';

/** Today by the database's clock, everywhere the same day: whether a review is over is decided by it in the query. */
export const today = `(now() at time zone 'UTC')::date`;

/** The columns of a rule as the room names them; of \`rule\`, all null where there is none. */
export const ruleColumns = `
  coalesce(rule.verdicts, '{}') as verdicts, rule.result, rule.account, rule.status, coalesce(rule.facts, '[]') as facts,
  rule.owner, to_char(rule.review_by, 'YYYY-MM-DD') as "reviewBy", rule.ai_role as "aiRole", rule.ai_tier as "aiTier",
  rule.decided_by as "decidedBy", rule.decided_at as "decidedAt", coalesce(rule.version, 0) as version,
  coalesce(rule.review_by < ${today}, false) as "isPastReview"`;

/** What is written of a rule, by its columns; JSON for one statement that writes many. */
export interface WrittenRule extends RuleFacts {
  id: number;
  decidedBy: number | null;
  decidedAt: string | null;
}

/** A rule as a change keeps it: what it said, and who had decided it. */
export interface KeptRule extends RuleFacts {
  decidedBy: number | null;
  decidedAt: string | null;
}

export const keptOf = (rule: RuleFacts & Pick<Rule, 'decidedBy' | 'decidedAt'>): KeptRule => ({
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
