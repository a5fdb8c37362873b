// Rules that a page has read together with its items: told without asking the database again.
import type { Company } from '../../people/accounts/accounts.module.ts';
import {
  nothingDecided,
  type PlanTier,
  type Rule,
  type RuleFacts,
  type RuleView,
} from './dataRules.ts';

/** The plan of which a page brings the rules: the one that `KnowledgeItem.dataRules` is about when none is named. */
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
  /** Not stored: its last day is over, by the database's clock. */
  is_past_review: boolean;
}

/** What a page has read of a service: the rule of the reader's company, and which approval tags it bears, in lower case. */
export interface PageRule {
  itemId: number;
  /** Null where nobody has decided. */
  row: RuleRow | null;
  approvals: readonly string[];
}

const nobodys: Omit<Rule, 'itemId' | 'companyKey' | 'tier'> = {
  ...nothingDecided,
  decidedBy: null,
  decidedAt: null,
  version: 0,
  isPastReview: false,
};

const decided = (row: RuleRow): typeof nobodys => ({
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

/** The same that `DataRulesSearch.views` reads. @param company the reader's own */
export const pageRuleView = ({ itemId, row, approvals }: PageRule, company: Company): RuleView => ({
  itemId,
  companyKey: company.key,
  tier: pageTier,
  company,
  hasApproval: approvals.includes(company.approvalTag),
  ...(row ? decided(row) : nobodys),
});
