/** Search state of the catalogue in the address; unknown or invalid values fall back to the defaults. */
import { parsePage, parseText } from '../../browser/parseAddress.ts';
import { dataClasses, serviceStages } from '../../enums/generated.ts';
import type { DataClass, SearchKnowledgeQueryVariables, ServiceStage } from '../../generated.ts';
import { searchLanguage } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { search as searchLimit } from '../../limits/generated.ts';

/** Items of a page (specification, section 9). */
export const pageSize = 12;
const tagLimit = 10;
const conceptLimit = 4;

/**
 * By relevance, or by popularity without a text (`desc`, the default); by popularity ascending; by title (`none`): the orders of the
 * specification (section 4). Further ones: by use, by use in the reader's company, by age.
 */
export type Sort = 'desc' | 'asc' | 'none' | (typeof furtherSorts)[number];
const furtherSorts = ['used', 'colleagues', 'newest'] as const;

/** Filters besides the search field. */
interface CatalogueFilters {
  verified: boolean;
  /** Somebody of the reader's company uses it. */
  usedHere: boolean;
  /** Added in the last 30 days. */
  addedLately: boolean;
  /** Classes of data that the reader's company allows, all of them. */
  allowedFor: readonly DataClass[];
  /** Stages in the reader's company, one of which it is on. */
  stages: readonly ServiceStage[];
}

export interface CatalogueState extends CatalogueFilters {
  search: string;
  /** Original names; an item must bear all of them. */
  tags: readonly string[];
  /** Concept ids, all of which must match: a task of the wizard. */
  concepts: readonly string[];
  sort: Sort;
  /** Counted from 1. */
  page: number;
  /** Search for the exact text, without spell correction. */
  exact: boolean;
  /** Open category of the task wizard. */
  category: string | null;
  subcategory: string | null;
}

export const defaultState: CatalogueState = {
  search: '',
  tags: [],
  concepts: [],
  sort: 'desc',
  page: 1,
  verified: false,
  usedHere: false,
  addedLately: false,
  allowedFor: [],
  stages: [],
  exact: false,
  category: null,
  subcategory: null,
};

/** Trimmed text; an address over the search limit loses its query and fragment. */
function withoutTail(text: string): string {
  const written = parseText(text);
  const isLongAddress = written.length > searchLimit && /^https?:\/\/\S+$/i.test(written);
  return isLongAddress ? written.replace(/[?#].*$/, '') : written;
}

/** Text as it is searched, cut to the search limit. */
export const searchedText = (text: string): string =>
  withoutTail(text).slice(0, searchLimit).trim();

/** Whether a text exceeds the search limit. */
export const isCut = (text: string): boolean => withoutTail(text).length > searchLimit;

const readList = (text: string | null, limit: number): string[] =>
  [
    ...new Set(
      parseText(text)
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ].slice(0, limit);

/** Checks the form only: an unknown id finds nothing. */
const isConceptId = (text: string): boolean => text.length <= 60;

const isFurther = (sort: Sort): sort is (typeof furtherSorts)[number] =>
  furtherSorts.some((one) => one === sort);

const readSort = (sortBy: string | null, sortOrder: string | null): Sort => {
  if (sortBy === 'title') return 'none';
  const further = furtherSorts.find((sort) => sort === sortBy);
  if (further) return further;
  return sortOrder === 'asc' ? 'asc' : 'desc';
};

const readKey = (text: string | null): string | null =>
  /^[a-z-]{1,40}$/.test(text ?? '') ? text : null;

const readValues = <Value extends string>(
  text: string | null,
  values: readonly Value[],
): Value[] => {
  const named = readList(text, values.length);
  return values.filter((one) => named.includes(one));
};

/** Reads an address. */
export function readCatalogueUrl(params: URLSearchParams): CatalogueState {
  const search = searchedText(params.get('search') ?? '');
  const category = readKey(params.get('cat'));
  return {
    search,
    tags: readList(params.get('tags'), tagLimit),
    concepts: readList(params.get('concepts'), conceptLimit).filter(isConceptId),
    sort: readSort(params.get('sortBy'), params.get('sortOrder')),
    page: parsePage(params.get('page')),
    verified: params.get('verified') === '1',
    usedHere: params.get('used') === '1',
    addedLately: params.get('new') === '1',
    allowedFor: readValues(params.get('allowed'), dataClasses),
    stages: readValues(params.get('stage'), serviceStages),
    exact: search !== '' && params.get('exact') === '1',
    category,
    subcategory: category === null ? null : readKey(params.get('sub')),
  };
}

/** Writes an address: empty for the default state, else with the question mark. */
export function writeCatalogueUrl(state: CatalogueState): string {
  const params = new URLSearchParams();
  if (state.search) params.set('search', state.search);
  if (state.tags.length > 0) params.set('tags', state.tags.join(','));
  if (state.concepts.length > 0) params.set('concepts', state.concepts.join(','));
  if (state.sort === 'asc') params.set('sortOrder', 'asc');
  if (state.sort === 'none') params.set('sortBy', 'title');
  else if (isFurther(state.sort)) params.set('sortBy', state.sort);
  if (state.page > 1) params.set('page', String(state.page));
  if (state.verified) params.set('verified', '1');
  if (state.usedHere) params.set('used', '1');
  if (state.addedLately) params.set('new', '1');
  if (state.allowedFor.length > 0) params.set('allowed', state.allowedFor.join(','));
  if (state.stages.length > 0) params.set('stage', state.stages.join(','));
  if (state.exact && state.search) params.set('exact', '1');
  if (state.category) params.set('cat', state.category);
  if (state.category && state.subcategory) params.set('sub', state.subcategory);
  const query = params.toString().replaceAll('%2C', ',');
  return query === '' ? '' : `?${query}`;
}

/**
 * Next state: another search, filter or order starts at the first page, and another text is
 * spell-corrected again. Opening the wizard keeps the page.
 */
export function changeState(
  state: CatalogueState,
  changes: Partial<CatalogueState>,
): CatalogueState {
  const onlyWizard = Object.keys(changes).every(
    (key) => key === 'category' || key === 'subcategory',
  );
  const next = { ...state, ...changes };
  if (changes.page === undefined && !onlyWizard) next.page = 1;
  if (next.search !== state.search && changes.exact === undefined) next.exact = false;
  return next;
}

/** No filters; tags are filters too. */
export const noFilters: CatalogueFilters & Pick<CatalogueState, 'tags'> = {
  verified: false,
  usedHere: false,
  addedLately: false,
  allowedFor: [],
  stages: [],
  tags: [],
};

/** Number of set filters; each class and each tag counts. */
export const countFilters = (state: CatalogueState): number =>
  [state.verified, state.usedHere, state.addedLately].filter(Boolean).length +
  state.allowedFor.length +
  state.stages.length +
  state.tags.length;

/** The filters as the search and the counts of them take them. */
export const filterVariables = (state: CatalogueState) => ({
  ...(state.verified ? { verified: true } : {}),
  ...(state.usedHere ? { usedHere: true } : {}),
  ...(state.addedLately ? { addedLately: true } : {}),
  ...(state.allowedFor.length > 0 ? { allowedFor: [...state.allowedFor] } : {}),
  ...(state.stages.length > 0 ? { stages: [...state.stages] } : {}),
  ...(state.tags.length > 0 ? { tags: [...state.tags] } : {}),
  ...(state.concepts.length > 0 ? { concepts: [...state.concepts] } : {}),
  ...(state.exact ? { exact: true } : {}),
  ...(state.search ? { search: state.search } : {}),
});

/** Whether a search or filter is set. */
export const isNarrowed = (state: CatalogueState): boolean =>
  state.search !== '' || state.concepts.length > 0 || countFilters(state) > 0;

const sortedBy = (sort: Sort) => {
  if (isFurther(sort)) return sort;
  return sort === 'none' ? 'title' : 'likes';
};

/**
 * The variables of the search for one page. The language is that of the text; without a text it
 * matters for the order by title only, so that a change of the language asks nothing else again.
 */
export function searchVariables(
  state: CatalogueState,
  page: number,
  language: Language,
): SearchKnowledgeQueryVariables {
  const textLanguage = state.search ? searchLanguage(state.search) : undefined;
  const orderLanguage = state.sort === 'none' ? language : undefined;
  const asked = textLanguage ?? orderLanguage;
  return {
    page: page - 1,
    perPage: pageSize,
    sortBy: sortedBy(state.sort),
    sortOrder: state.sort === 'asc' || state.sort === 'none' ? 'asc' : 'desc',
    ...filterVariables(state),
    ...(state.search || state.concepts.length > 0 ? { reader: language } : {}),
    ...(asked ? { language: asked } : {}),
    ...(state.search && page === 1 ? { text: state.search, hasText: true } : {}),
  };
}
