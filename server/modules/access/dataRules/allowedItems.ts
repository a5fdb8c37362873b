// Which services a company allows for which class, in memory, for the filters of the search. It is read again when the search knows
// that a rule has changed, and when the day ends by the database's clock: what is past its review is allowed no more.
import { dataClasses, isAllowed, type DataClass, type PlanTier, type Rule } from './dataRules.ts';

/** By class, a mark at the id of every service that is allowed. */
export type AllowedItems = Record<DataClass, Uint8Array>;

interface Options {
  read(
    companyKey: string,
    tier: PlanTier,
  ): Promise<{
    rules: readonly Pick<Rule, 'itemId' | 'verdicts' | 'status' | 'isPastReview'>[];
    msLeft: number;
  }>;
  /** Milliseconds that only grow, whatever happens to the clock of the machine. */
  elapsed?: () => number;
}

interface Kept {
  /** Of the rules, as the search counts what it has read. */
  version: number;
  until: number;
  items: AllowedItems;
}

function marksOf(
  rules: readonly Pick<Rule, 'itemId' | 'verdicts' | 'status' | 'isPastReview'>[],
): AllowedItems {
  const size = rules.reduce((most, { itemId }) => Math.max(most, itemId), 0) + 1;
  return Object.fromEntries(
    dataClasses.map((dataClass) => {
      const marks = new Uint8Array(size);
      for (const rule of rules) if (isAllowed(rule, dataClass)) marks[rule.itemId] = 1;
      return [dataClass, marks];
    }),
  ) as AllowedItems;
}

export function createAllowedItems({ read, elapsed = () => performance.now() }: Options) {
  const kept = new Map<string, Kept>();
  return {
    /**
     * What a company allows on a plan.
     * @param version of the rules, as the search has read them: another one has them read again
     */
    async of(companyKey: string, tier: PlanTier, version: number): Promise<AllowedItems> {
      const key = `${companyKey} ${tier}`;
      const known = kept.get(key);
      if (known?.version === version && elapsed() < known.until) return known.items;
      const asked = elapsed();
      const { rules, msLeft } = await read(companyKey, tier);
      const items = marksOf(rules);
      kept.set(key, { version, until: asked + msLeft, items });
      return items;
    },
  };
}

export type AllowedItemsReader = ReturnType<typeof createAllowedItems>;
