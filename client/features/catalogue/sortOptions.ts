/** Sort orders of the catalogue and their names. */
import type { Sort } from './catalogueUrl.ts';

export interface OrderedList {
  sort: Sort;
  /** Whether a text or task is searched: without one, relevance means popularity. */
  isSearched: boolean;
  hasCompany: boolean;
}

/** The key of a name among the words of the dashboard. */
export const sortKey = (sort: Sort, { isSearched }: Pick<OrderedList, 'isSearched'>) => {
  if (sort === 'desc' && isSearched) return 'sort.best' as const;
  return sort === 'used' ? ('sort.desc' as const) : (`sort.${sort}` as const);
};

/** Orders in the menu. */
export const offeredSorts = ({ sort, isSearched, hasCompany }: OrderedList): Sort[] => [
  'desc',
  ...(isSearched ? (['used'] as const) : []),
  'asc',
  ...(hasCompany || sort === 'colleagues' ? (['colleagues'] as const) : []),
  'newest',
  'none',
];

/** The checked order: without a text the two orders by use are one. */
export const markedSort = ({ sort, isSearched }: OrderedList): Sort =>
  sort === 'used' && !isSearched ? 'desc' : sort;
