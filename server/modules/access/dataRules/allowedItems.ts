// Cache of the items that a company allows for each data class, for the search filters.
import { dataClasses, isAllowed, type DataClass, type PlanTier } from './dataRules.ts';
import type { AllowedRule, DataRulesQueries } from './dataRules.queries.ts';

/** By class of data: 1 at the id of each allowed item. */
export type AllowedItems = Record<DataClass, Uint8Array>;

interface CachedItems {
  /** Version of the rules that the search index has read. */
  version: number;
  until: number;
  items: AllowedItems;
}

function markAllowed(rules: readonly AllowedRule[]): AllowedItems {
  const size = rules.reduce((most, { itemId }) => Math.max(most, itemId), 0) + 1;
  return Object.fromEntries(
    dataClasses.map((dataClass) => {
      const marks = new Uint8Array(size);
      for (const rule of rules) if (isAllowed(rule, dataClass)) marks[rule.itemId] = 1;
      return [dataClass, marks];
    }),
  ) as AllowedItems;
}

export class AllowedItemsCache {
  private queries: Pick<DataRulesQueries, 'allowedRules'>;
  private cached = new Map<string, CachedItems>();

  constructor(queries: Pick<DataRulesQueries, 'allowedRules'>) {
    this.queries = queries;
  }

  /**
   * Items that a company allows on a plan; read again for another version or day (UTC), because reviews end with the
   * day.
   * @param version of the rules that the search index has read
   */
  async get(companyKey: string, tier: PlanTier, version: number): Promise<AllowedItems> {
    const key = `${companyKey} ${tier}`;
    const cached = this.cached.get(key);
    // A monotonic clock, because the wall clock may be set back.
    const now = performance.now();
    if (cached?.version === version && now < cached.until) return cached.items;
    const { rules, msLeft } = await this.queries.allowedRules(companyKey, tier);
    const items = markAllowed(rules);
    this.cached.set(key, { version, until: now + msLeft, items });
    return items;
  }
}
