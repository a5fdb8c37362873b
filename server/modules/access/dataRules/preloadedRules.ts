// Data rules that were read together with a page of items.
import type { Company } from '../../people/accounts/accounts.module.ts';
import { emptyRule, type PlanTier, type Rule, type RuleFacts, type RuleView } from './dataRules.ts';

/** The plan whose rules a page preloads: the default of `KnowledgeItem.dataRules`. */
export const pageTier: PlanTier = 'team';

/** A row of `data_rules` as JSON. */
export interface RuleRow extends Pick<
  RuleFacts,
  'verdicts' | 'result' | 'account' | 'status' | 'facts' | 'owner'
> {
  item_id: number;
  company_key: string;
  review_by: string | null;
  ai_role: RuleFacts['aiRole'];
  ai_tier: RuleFacts['aiTier'];
  decided_by: number | null;
  decided_at: string | null;
  version: number;
  /** Computed: true when the review day is over by the database clock. */
  is_past_review: boolean;
}

/** The preloaded rule of the reader's company, and the item's approval tags in lower case. */
export interface PageRule {
  itemId: number;
  /** Null without a decision. */
  row: RuleRow | null;
  approvals: readonly string[];
  /** Companies that an open incident concerns, `*` for all; null without one. */
  incidentCompanies: readonly string[] | null;
}

const undecidedRule: Omit<Rule, 'itemId' | 'companyKey' | 'tier'> = {
  ...emptyRule,
  decidedBy: null,
  decidedAt: null,
  version: 0,
  isPastReview: false,
};

const toRule = (row: RuleRow): typeof undecidedRule => ({
  verdicts: row.verdicts,
  result: row.result,
  account: row.account,
  status: row.status,
  facts: row.facts,
  owner: row.owner,
  reviewBy: row.review_by,
  aiRole: row.ai_role,
  aiTier: row.ai_tier,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
  version: row.version,
  isPastReview: row.is_past_review,
});

/** The same view as `DataRulesQueries.views`. @param company the reader's own */
export const pageRuleView = (
  { itemId, row, approvals, incidentCompanies }: PageRule,
  company: Company,
): RuleView => ({
  itemId,
  companyKey: company.key,
  tier: pageTier,
  company,
  hasApproval: approvals.includes(company.approvalTag),
  hasIncident: incidentCompanies?.some((key) => key === '*' || key === company.key) ?? false,
  ...(row ? toRule(row) : undecidedRule),
});
