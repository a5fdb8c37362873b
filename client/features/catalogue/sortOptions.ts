/** The orders of the catalogue: which are offered, and what each is called. */
import type { Sort } from './catalogueUrl.ts';

export interface OrderedList {
  sort: Sort;
  /** Whether words or tasks are searched: without them the best answer is what is used most. */
  isSearched: boolean;
  hasCompany: boolean;
}

/** The key of a name among the words of the dashboard. */
export const sortKey = (sort: Sort, { isSearched }: Pick<OrderedList, 'isSearched'>) => {
  if (sort === 'desc' && isSearched) return 'sort.best' as const;
  return sort === 'used' ? ('sort.desc' as const) : (`sort.${sort}` as const);
};

/** What the menu offers. */
export const offeredSorts = ({ sort, isSearched, hasCompany }: OrderedList): Sort[] => [
  'desc',
  ...(isSearched ? (['used'] as const) : []),
  'asc',
  ...(hasCompany || sort === 'colleagues' ? (['colleagues'] as const) : []),
  'newest',
  'none',
];

/** The order that is marked: without words the two by use are one. */
export const markedSort = ({ sort, isSearched }: OrderedList): Sort =>
  sort === 'used' && !isSearched ? 'desc' : sort;
