// Searches for what a company allows: the marks that the engine filters by.
import type { Company } from '../../people/accounts/accounts.module.ts';
import type { AllowedItemsCache } from '../../access/dataRules/dataRules.module.ts';
import type { Query } from '../../search/search.module.ts';
import type { Search } from './items.ts';

/**
 * The same query, with what a company must allow.
 * @param rulesVersion of the rules, as the index has read them
 */
export const allowedItemsQueries =
  (allowedItems: AllowedItemsCache) =>
  async (
    company: Company | null,
    { allowedFor, allowedTier }: Pick<Search, 'allowedFor' | 'allowedTier'>,
    query: Query,
    rulesVersion: number,
  ): Promise<Query> => {
    if (allowedFor.length === 0 || !company) return query;
    const allowed = await allowedItems.get(company.key, allowedTier, rulesVersion);
    const marked = allowedFor.map((dataClass) => allowed[dataClass]);
    return { ...query, marked: [...(query.marked ?? []), ...marked] };
  };
