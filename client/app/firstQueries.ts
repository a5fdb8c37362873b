/** Queries of a screen's first rendering, which the server answers in the HTML of the page. */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { readCatalogueUrl, searchVariables } from '../features/catalogue/catalogueUrl.ts';
import {
  AccessRequestsToDecideCountDocument,
  CatalogueTagsDocument,
  ConceptsDocument,
  LoadoutStripDocument,
  NewReportsCountDocument,
  OwnRequestStatusesDocument,
  SearchKnowledgeDocument,
  SetupNeedsDocument,
} from '../generated.ts';
import type { Language } from '../i18n/languages.ts';
import { paths } from './paths.ts';

/** Documents by the names of their operations; a screen adds its own when its file comes. */
export const firstDocuments: Partial<
  Record<FirstQuery['name'], TypedDocumentNode<unknown, never>>
> = {
  SearchKnowledge: SearchKnowledgeDocument,
  CatalogueTags: CatalogueTagsDocument,
  Concepts: ConceptsDocument,
  NewReportsCount: NewReportsCountDocument,
  AccessRequestsToDecideCount: AccessRequestsToDecideCountDocument,
  SetupNeeds: SetupNeedsDocument,
  LoadoutStrip: LoadoutStripDocument,
  OwnRequestStatuses: OwnRequestStatusesDocument,
};

export interface FirstQuery {
  name:
    | 'SearchKnowledge'
    | 'CatalogueTags'
    | 'Concepts'
    | 'NewReportsCount'
    | 'AccessRequestsToDecideCount'
    | 'SetupNeeds'
    | 'LoadoutStrip'
    | 'OwnRequestStatuses'
    | 'ServicePage';
  variables: Record<string, unknown>;
}

export interface FirstReader {
  /** The language of the page. */
  language: Language;
  isAdmin: boolean;
  /** Phones list all pages up to the one in the address. */
  isPhone: boolean;
}

/** Limit of pages; a phone loads the rest later. */
const firstPages = 3;

/** Queries of a location; those of the header alone for screens that load their own data. `search` starts with its question mark. */
export function firstQueries(
  { pathname, search }: { pathname: string; search: string },
  { language, isAdmin, isPhone }: FirstReader,
): FirstQuery[] {
  const header: FirstQuery[] = [
    { name: 'OwnRequestStatuses', variables: {} },
    { name: 'AccessRequestsToDecideCount', variables: {} },
  ];
  if (isAdmin) header.push({ name: 'NewReportsCount', variables: {} });
  const service = /^\/services\/([1-9]\d{0,9})$/.exec(pathname)?.[1];
  if (service) return [{ name: 'ServicePage', variables: { id: service } }, ...header];
  if (pathname !== paths.dashboard) return header;
  const state = readCatalogueUrl(new URLSearchParams(search));
  const pages = isPhone
    ? Array.from({ length: Math.min(state.page, firstPages) }, (_, index) => index + 1)
    : [state.page];
  const queries = pages.map((page): FirstQuery => ({
    name: 'SearchKnowledge',
    variables: { ...searchVariables(state, page, language) },
  }));
  if (state.tags.length > 0) queries.push({ name: 'CatalogueTags', variables: {} });
  if (state.concepts.length > 0)
    queries.push({ name: 'Concepts', variables: { ids: [...state.concepts] } });
  if (isAdmin) queries.push({ name: 'SetupNeeds', variables: {} });
  queries.push({ name: 'LoadoutStrip', variables: {} });
  return [...queries, ...header];
}
