// Filter counts of a search: number of items left by each further filter, and excluded by each set filter.
import type { Company, Viewer } from '../../people/accounts/accounts.module.ts';
import { type AllowedItemsCache, dataClasses } from '../../access/dataRules/dataRules.module.ts';
import { type StagedItemsCache, stageNames } from '../../access/stages/stages.module.ts';
import type { Engine, Query, Filter, SearchIndex } from '../../search/search.module.ts';
import type { FilterCounts, CountWithoutFilter, Search, SearchFilter } from './items.ts';

interface SearchWithoutFilter {
  filter: SearchFilter;
  value: string | null;
  search: Search;
}

const withoutEach = <Value extends string>(
  filter: SearchFilter,
  values: readonly Value[],
  without: (left: Value[]) => Search,
): SearchWithoutFilter[] =>
  values.map((value) => ({
    filter,
    value,
    search: without(values.filter((other) => other !== value)),
  }));

/** The search without each of its filters, one at a time. */
function searchesWithoutFilters(search: Search): SearchWithoutFilter[] {
  const switched = (['verified', 'usedHere', 'addedLately'] as const).filter((one) => search[one]);
  return [
    ...(search.text
      ? [{ filter: 'text', value: null, search: { ...search, text: '' } } as const]
      : []),
    ...switched.map((filter) => ({ filter, value: null, search: { ...search, [filter]: false } })),
    ...withoutEach('allowedFor', search.allowedFor, (allowedFor) => ({ ...search, allowedFor })),
    ...withoutEach('stage', search.stages, (stages) => ({ ...search, stages })),
    ...withoutEach('tag', search.tags, (tags) => ({ ...search, tags })),
    ...withoutEach('concept', search.concepts, (concepts) => ({ ...search, concepts })),
  ];
}

interface Options {
  index: SearchIndex;
  allowedItems: AllowedItemsCache;
  stagedItems: StagedItemsCache;
  /** The query of a search; null if no item can pass. */
  queryOf(
    viewer: Viewer,
    search: Search,
    asked: { engine: Engine; rulesVersion: number },
  ): Promise<Query | null>;
  companyOf(viewer: Viewer): Company | null;
  /** Time since which an item counts as new, in milliseconds. */
  newSince(): number;
}

export const filterCounts = (options: Options) => {
  const { index, allowedItems, stagedItems, queryOf, companyOf, newSince } = options;
  const countWithout = (viewer: Viewer, search: Search): Promise<CountWithoutFilter[]> =>
    index.answer(async ({ engine, snapshot, rulesVersion }) => {
      const queries = await Promise.all(
        searchesWithoutFilters(search).map(async ({ search: lighter, ...what }) => ({
          ...what,
          query: await queryOf(viewer, lighter, { engine, rulesVersion }),
        })),
      );
      const answer = queries.map(({ query, ...what }) => ({
        ...what,
        count: query ? engine.count(query) : 0,
      }));
      return { answer, isBehind: await index.isBehind(snapshot) };
    });

  /** The counted filters, in the order of {@link FilterCounts}; null if no item can pass. */
  async function filtersOf(
    company: Company | null,
    { allowedTier }: Search,
    rulesVersion: number,
  ): Promise<(Filter | null)[]> {
    const since = { addedSince: newSince() };
    if (!company)
      return [{}, null, null, since, ...[...dataClasses, ...stageNames].map(() => null)];
    const allowed = await allowedItems.get(company.key, allowedTier, rulesVersion);
    return [
      {},
      { approvedBy: company.approvalTag },
      { usedIn: company.key },
      since,
      ...dataClasses.map((dataClass) => ({ marked: [allowed[dataClass]] })),
      ...(await Promise.all(
        stageNames.map((stage) => stagedItems.filter(company.key, [stage], rulesVersion)),
      )),
    ];
  }

  const counted = (
    engine: Engine,
    query: Query | null,
    filters: readonly (Filter | null)[],
  ): number[] => {
    if (!query) return filters.map(() => 0);
    const asked = filters.filter((filter) => filter !== null);
    const counts = engine.narrowedCounts(query, asked);
    return filters.map((filter) => (filter ? counts[asked.indexOf(filter)]! : 0));
  };

  return (viewer: Viewer, search: Search): Promise<FilterCounts> =>
    index.answer(async ({ engine, snapshot, rulesVersion }) => {
      const query = await queryOf(viewer, search, { engine, rulesVersion });
      const filters = await filtersOf(companyOf(viewer), search, rulesVersion);
      const counts = counted(engine, query, filters);
      // A search matches any of several stages, so each is counted together with the set ones.
      const [anyStage, ofStages] = [{ ...search, stages: [] }, filters.slice(-stageNames.length)];
      const byStage =
        search.stages.length === 0
          ? counts.slice(-stageNames.length)
          : counted(engine, await queryOf(viewer, anyStage, { engine, rulesVersion }), ofStages);
      const [total, verified, usedHere, addedLately, ...classes] = counts;
      const answer: FilterCounts = {
        total: total!,
        verified: verified!,
        usedHere: usedHere!,
        addedLately: addedLately!,
        dataClasses: dataClasses.map((dataClass, place) => ({ dataClass, count: classes[place]! })),
        stages: stageNames.map((stage, place) => ({ stage, count: byStage[place]! })),
        countWithout: () => countWithout(viewer, search),
      };
      return { answer, isBehind: await index.isBehind(snapshot) };
    });
};
