// Composition of the data rules.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { loadOne } from '../../../shared/loaders.ts';
import type { TableFiles } from '../../../shared/tableRows.ts';
import { approversOn } from '../requests/accessWorkflow.store.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { AllowedItemsCache } from './allowedItems.ts';
import { pageTier, pageRuleView, type PageRule } from './preloadedRules.ts';
import { planTiers, type RuleKey, type RuleView } from './dataRules.ts';
import { DataRulesQueries } from './dataRules.queries.ts';
import { DataRules, readableCompany } from './dataRules.service.ts';
import { approverCompany } from './ruleDeciders.ts';
import { DataRulesStore } from './dataRules.store.ts';
import { RuleMerges } from './ruleMerges.ts';
import { RuleReviews } from './ruleReviews.service.ts';
import { RulesTable } from './rulesTable.service.ts';
import { formatRuleKey, type RuleTransaction } from './ruleWrites.ts';
export type { AllowedItemsCache } from './allowedItems.ts';
export { tableErrorText } from './rulesTableErrors.ts';
export {
  type ApprovalStatus,
  type DataClass,
  type PlanTier,
  dataClasses,
  factKinds,
  planTiers,
  verdictValues,
} from './dataRules.ts';
export { type PageRule, type RuleRow, pageTier } from './preloadedRules.ts';
export type { MergedConflict, MergedRules, RuleMerges } from './ruleMerges.ts';

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
