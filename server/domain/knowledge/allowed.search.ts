// Searches for what a company allows: the marks that the engine filters by, and how many each class of data would leave.
import type { Company } from '../accounts/accounts.ts';
import type { AllowedItemsReader } from '../dataRules/allowedItems.ts';
import { dataClasses, type DataClass } from '../dataRules/dataRules.ts';
import type { Query } from '../search/engine/engine.ts';
import type { SearchIndex } from '../search/searchIndex.ts';
import type { Search } from './knowledge.ts';

/** A class of data, and how many items it would leave. */
export interface DataClassCount {
  dataClass: DataClass;
  count: number;
}

export const allowedSearch = (index: SearchIndex, allowedItems: AllowedItemsReader) => {
  /**
   * The same query, with what a company must allow.
   * @param rulesVersion of the rules, as the index has read them
   */
  const ask = async (
    company: Company | null,
    { allowedFor, allowedTier }: Search,
    query: Query,
    rulesVersion: number,
  ): Promise<Query> => {
    if (allowedFor.length === 0 || !company) return query;
    const allowed = await allowedItems.of(company.key, allowedTier, rulesVersion);
    return { ...query, marked: allowedFor.map((dataClass) => allowed[dataClass]) };
  };

  return {
    ask,

    /** Of each class, in order; all 0 for nobody's company, and where no item can pass. */
    counts: async (
      company: Company | null,
      search: Search,
      query: Query | null,
    ): Promise<DataClassCount[]> => {
      if (!query || !company) return dataClasses.map((dataClass) => ({ dataClass, count: 0 }));
      return index.answer(async ({ engine, snapshot, rulesVersion }) => {
        const asked = await ask(company, search, query, rulesVersion);
        const allowed = await allowedItems.of(company.key, search.allowedTier, rulesVersion);
        const sets = dataClasses.map((dataClass) => allowed[dataClass]);
        const counted = engine.markCounts(asked, sets);
        const answer = dataClasses.map((dataClass, place) => ({
          dataClass,
          count: counted[place]!,
        }));
        return { answer, isBehind: await index.isBehind(snapshot) };
      });
    },
  };
};
