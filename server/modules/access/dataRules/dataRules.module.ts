// Composition of the data rules, and the rules that are read together with a page of items.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { loadMany, loadOne } from '../../../shared/loaders.ts';
import type { TableFiles } from '../../../shared/tableRows.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { type Company, isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { approversOn } from '../requests/accessWorkflow.store.ts';
import { AllowedItemsCache, DataRulesQueries } from './dataRules.queries.ts';
import { DataRules, readableCompany } from './dataRules.service.ts';
import { DataRulesStore } from './dataRules.store.ts';
import {
  emptyRule,
  type PlanTier,
  planTiers,
  type Rule,
  type RuleFacts,
  type RuleKey,
  type RuleView,
} from './dataRules.ts';
import { approverCompany } from './ruleDeciders.ts';
import { formatRuleKey, RuleMerges, type RuleTransaction, RuleReviews } from './ruleWrites.ts';
import { RulesTable } from './rulesTable.service.ts';
export type { AllowedItemsCache } from './dataRules.queries.ts';
export { tableErrorText } from './rulesTable.ts';
export {
  type ApprovalStatus,
  type DataClass,
  type PlanTier,
  dataClasses,
  factKinds,
  planTiers,
  verdictValues,
} from './dataRules.ts';
export type { MergedConflict, MergedRules, RuleMerges } from './ruleWrites.ts';

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
const pageRuleView = (
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

interface Options {
  db: Knex;
  clock: Clock;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  files: TableFiles;
}

const ruleTransaction = (trx: Knex.Transaction, clock: Clock): RuleTransaction => ({
  store: new DataRulesStore(trx),
  approvers: approversOn(trx),
  auditLog: auditLogOn(trx, clock),
  outbox: outboxOn(trx, clock),
});

export const allowedItemsOn = (db: Knex) => new AllowedItemsCache(new DataRulesQueries(db));

export const ruleMergesOn = (trx: Knex.Transaction, clock: Clock): RuleMerges =>
  new RuleMerges(ruleTransaction(trx, clock));

const parseRuleKey = (key: string): RuleKey => {
  const [itemId = '', companyKey = '', tier = ''] = key.split('/');
  return {
    itemId: Number(itemId),
    companyKey,
    tier: planTiers.find((one) => one === tier) ?? 'team',
  };
};

export function createDataRulesModule({ db, clock, visibleItem, files }: Options) {
  const queries = new DataRulesQueries(db);
  const approvers = approversOn(db);
  const inRuleTransaction = <Result>(
    work: (transaction: RuleTransaction) => Promise<Result>,
  ): Promise<Result> => inTransaction(db, (trx) => work(ruleTransaction(trx, clock)));
  const dataRules = new DataRules({
    queries,
    approvers,
    store: new DataRulesStore(db),
    inTransaction: inRuleTransaction,
    visibleItem,
    clock,
  });
  return {
    dataRules,
    ruleReviews: new RuleReviews({ inTransaction: inRuleTransaction, clock }),
    rulesTable: new RulesTable({ queries, dataRules, files }),
    /**
     * Loaders for one request.
     * @param ruleOfPage the rule that was read with the page of items; undefined when it was not
     */
    loadersFor: <Item extends { id: number }>(
      viewer: Viewer,
      ruleOfPage: (item: Item) => PageRule | undefined,
    ) => {
      const own = viewer.kind === 'member' ? viewer.company : null;
      const ruleOfPlace = loadOne<string, RuleView>(
        async (keys) => dataRules.views(keys.map(parseRuleKey)),
        formatRuleKey,
      );
      let chosen: Promise<string | null> | undefined;
      return {
        /** True when the viewer decides the rules of a company; looked up once per request. */
        decidesRules: async (companyKey: string): Promise<boolean> => {
          if (isAdmin(viewer)) return true;
          chosen ??= approverCompany(viewer, approvers);
          return (await chosen) === companyKey;
        },
        /** The rule of an item in a company that the viewer decides about, on the plan of a page. */
        ruleInCompany: (itemId: number, companyKey: string): Promise<RuleView | null> =>
          ruleOfPlace.load(formatRuleKey({ itemId, companyKey, tier: pageTier })),
        /** Whom the rules of a company name, most frequent first. */
        ruleContactsOfCompany: loadMany<string, { companyKey: string; owner: string }>(
          (keys) => queries.contacts(keys),
          ({ companyKey }) => companyKey,
        ),
        /** The rule of a visible item; null for a viewer without a company. @throws DomainError FORBIDDEN */
        ruleOfItem: (
          item: Item,
          company: string | null | undefined,
          tier: RuleKey['tier'],
        ): RuleView | null | Promise<RuleView | null> => {
          const companyKey = readableCompany(viewer, company);
          if (companyKey === null) return null;
          const read = companyKey === own?.key && tier === pageTier ? ruleOfPage(item) : undefined;
          return read && own
            ? pageRuleView(read, own)
            : ruleOfPlace.load(formatRuleKey({ itemId: item.id, companyKey, tier }));
        },
      };
    },
  };
}
