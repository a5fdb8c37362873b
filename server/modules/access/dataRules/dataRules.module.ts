// The data rules, composed.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { loadOne } from '../../../shared/loaders.ts';
import { approversOn } from '../requests/accessRequests.module.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { createAllowedItems } from './allowedItems.ts';
import { pageTier, pageRuleView, type PageRule } from './preloadedRules.ts';
import { planTiers, type RulePlace, type RuleView } from './dataRules.ts';
import { dataRulesQueries } from './dataRules.queries.ts';
import { createDataRules, readableCompany } from './dataRules.service.ts';
import { chosenFor } from './ruleDeciders.ts';
import { dataRulesStore } from './dataRules.store.ts';
import { createRuledServices } from './itemsWithRules.service.ts';
import { createRuleMerges, type RuleMerges } from './ruleMerges.ts';
import { createRuleReviews } from './ruleReviews.service.ts';
import { ruleReviewsStore } from './ruleReviews.store.ts';
import { createRulesTable, type TableFiles } from './rulesTable.service.ts';
import { keyOf, type RuleTransaction } from './ruleWrites.ts';
export type { AllowedItemsReader } from './allowedItems.ts';
export {
  type DataClass,
  type PlanTier,
  dataClasses,
  factKinds,
  planTiers,
  verdictWords,
} from './dataRules.ts';
export { type PageRule, type RuleRow, pageTier } from './preloadedRules.ts';
export type { MergedConflict, MergedRules, RuleMerges } from './ruleMerges.ts';

interface Options {
  db: Knex;
  clock: Clock;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  files: TableFiles;
}

const roomsOn = (trx: Knex.Transaction, clock: Clock): RuleTransaction => ({
  store: dataRulesStore(trx),
  approvers: approversOn(trx),
  activity: auditLogOn(trx, clock),
  events: outboxOn(trx, clock),
});

/** What companies allow, kept in memory for the search. */
export const allowedItemsOn = (db: Knex) =>
  createAllowedItems({ read: dataRulesQueries(db).standing });

/** What becomes of the rules of two services that are merged, on the transaction of the merge. */
export const ruleMergesOn = (trx: Knex.Transaction, clock: Clock): RuleMerges =>
  createRuleMerges(roomsOn(trx, clock));

const placeOf = (key: string): RulePlace => {
  const [itemId = '', companyKey = '', tier = ''] = key.split('/');
  return {
    itemId: Number(itemId),
    companyKey,
    tier: planTiers.find((one) => one === tier) ?? 'team',
  };
};

export function createDataRulesModule({ db, clock, visibleItem, files }: Options) {
  const search = dataRulesQueries(db);
  const approvers = approversOn(db);
  const dataRules = createDataRules({
    search,
    approvers,
    partsOf: dataRulesStore(db).partsOf,
    inTransaction: (work) => inTransaction(db, (trx) => work(roomsOn(trx, clock))),
    visibleItem,
    clock,
  });
  return {
    dataRules,
    servicesWithDataRules: createRuledServices({ search, rules: dataRules }),
    ruleReviews: createRuleReviews({
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ store: ruleReviewsStore(trx), events: outboxOn(trx, clock) }),
        ),
      clock,
    }),
    rulesTable: createRulesTable({ search, rules: dataRules, files }),
    /** @param ruleOfPage what the page that shows an item has read of its rule; undefined for an item that came another way */
    loadersFor: <Item extends { id: number }>(
      viewer: Viewer,
      ruleOfPage: (item: Item) => PageRule | undefined,
    ) => {
      const own = viewer.kind === 'member' ? viewer.company : null;
      const ruleOfPlace = loadOne<string, RuleView>(
        async (keys) => dataRules.views(keys.map(placeOf)),
        keyOf,
      );
      let chosen: Promise<string | null> | undefined;
      return {
        /** Whether the viewer reads the rules of a company to decide them; looked up once for a request. */
        decidesRules: async (companyKey: string): Promise<boolean> => {
          if (isAdmin(viewer)) return true;
          chosen ??= chosenFor(viewer, approvers);
          return (await chosen) === companyKey;
        },
        /** The rule of a service that the viewer sees; null without a company. @throws DomainError FORBIDDEN */
        ruleOfItem: (
          item: Item,
          company: string | null | undefined,
          tier: RulePlace['tier'],
        ): RuleView | null | Promise<RuleView | null> => {
          const companyKey = readableCompany(viewer, company);
          if (companyKey === null) return null;
          const read = companyKey === own?.key && tier === pageTier ? ruleOfPage(item) : undefined;
          return read && own
            ? pageRuleView(read, own)
            : ruleOfPlace.load(keyOf({ itemId: item.id, companyKey, tier }));
        },
      };
    },
  };
}
