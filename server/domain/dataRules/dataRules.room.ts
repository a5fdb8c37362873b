// The data rules, composed.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { loadOne } from '../../shared/loaders.ts';
import type { Viewer } from '../accounts/accounts.ts';
import { activityOn } from '../activity/activity.room.ts';
import { createAllowedItems } from './allowedItems.ts';
import { planTiers, type RulePlace, type RuleView } from './dataRules.ts';
import { dataRulesSearch } from './dataRules.search.ts';
import { createDataRules, readableCompany } from './dataRules.service.ts';
import { dataRulesStore } from './dataRules.store.ts';
import { createRuleMerges, type RuleMerges } from './ruleMerges.ts';
import { createRulesTable, type TableFiles } from './rulesTable.service.ts';
import { keyOf } from './ruleWrites.ts';

interface Options {
  db: Knex;
  clock: Clock;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  files: TableFiles;
}

/** What companies allow, kept in memory for the search. */
export const allowedItemsOn = (db: Knex) =>
  createAllowedItems({ read: dataRulesSearch(db).standing });

/** What becomes of the rules of two services that are merged, on the transaction of the merge. */
export const ruleMergesOn = (trx: Knex.Transaction, clock: Clock): RuleMerges =>
  createRuleMerges({ store: dataRulesStore(trx), activity: activityOn(trx, clock) });

const placeOf = (key: string): RulePlace => {
  const [itemId = '', companyKey = '', tier = ''] = key.split('/');
  return {
    itemId: Number(itemId),
    companyKey,
    tier: planTiers.find((one) => one === tier) ?? 'team',
  };
};

export function createDataRulesRoom({ db, clock, visibleItem, files }: Options) {
  const search = dataRulesSearch(db);
  const dataRules = createDataRules({
    search,
    partsOf: dataRulesStore(db).partsOf,
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({ store: dataRulesStore(trx), activity: activityOn(trx, clock) }),
      ),
    visibleItem,
    clock,
  });
  return {
    dataRules,
    rulesTable: createRulesTable({ search, rules: dataRules, files }),
    loadersFor: (viewer: Viewer) => {
      const ruleOfPlace = loadOne<string, RuleView>(
        async (keys) => dataRules.views(keys.map(placeOf)),
        keyOf,
      );
      return {
        /** The rule of a service that the viewer sees; null without a company. @throws DomainError FORBIDDEN */
        ruleOfItem: async (
          itemId: number,
          company: string | null | undefined,
          tier: RulePlace['tier'],
        ): Promise<RuleView | null> => {
          const companyKey = readableCompany(viewer, company);
          return companyKey === null ? null : ruleOfPlace.load(keyOf({ itemId, companyKey, tier }));
        },
      };
    },
  };
}
