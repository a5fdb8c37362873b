// A search as a query of the index, and the catalogue gap that it shows when it finds nothing.
import { limits } from '../../../config/limits.ts';
import { dayMs } from '../../../shared/durations.ts';
import { type Company, isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { mayBeCatalogueGap, type Query, type Window } from '../../search/search.module.ts';
import { getHost } from '../pageAddresses/normaliseAddress.ts';
import { parseAddress } from './addressSearch.ts';
import { type FoundPage, isApprovalTag, type Search } from './items.ts';

/** Time since which an item counts as new, in milliseconds. */
export const newSinceAt = (now: Date): number => now.getTime() - limits.catalogue.newDays * dayMs;

/** The company of the viewer; null for visitors and people without one. */
export const companyOf = (viewer: Viewer): Company | null =>
  viewer.kind === 'member' ? viewer.company : null;

/**
 * The query of a search; null if no item can pass its filters.
 * @param newSince time since which an item counts as new
 */
export function queryFor(viewer: Viewer, search: Search, newSince: () => number): Query | null {
  const seesHidden = isAdmin(viewer);
  if (!seesHidden && search.tags.some(isApprovalTag)) return null;
  const company = companyOf(viewer);
  const isOfCompany =
    search.verified || search.usedHere || search.allowedFor.length + search.stages.length > 0;
  if (isOfCompany && !company) return null;
  return {
    text: search.text,
    tags: search.tags,
    concepts: search.concepts,
    approvedBy: search.verified && company ? company.approvalTag : null,
    usedIn: search.usedHere && company ? company.key : null,
    addedSince: search.addedLately ? newSince() : null,
    seesHidden,
    isExact: search.exact,
  };
}

/** Without words, the most used items come first. */
const orderOf = ({ sortBy, sortOrder, language, text, concepts }: Search): Window['sort'] => {
  if (sortBy === 'title') return `${language} ${sortOrder}`;
  const isBest = sortBy === 'used' && text === '' && concepts.length === 0;
  return isBest ? `likes ${sortOrder}` : `${sortBy} ${sortOrder}`;
};

export const windowOf = (viewer: Viewer, search: Search): Window => ({
  page: search.page,
  perPage: search.perPage,
  sort: orderOf(search),
  company: companyOf(viewer)?.key ?? null,
});

/** The text to count. Only the host of an address is counted, because the rest may contain a secret. */
function gapText(text: string): string {
  const address = parseAddress(text);
  return address === null ? text : getHost(address);
}

/**
 * The text of a search that shows a catalogue gap; null if it shows none.
 * A gap is a search for words only, about work, without a sure result; it may have been spell-corrected.
 */
export function catalogueGapOf(
  search: Search,
  { total, unsure, isBeyondWork }: Pick<FoundPage, 'total' | 'unsure' | 'isBeyondWork'>,
): string | null {
  const isUnanswered =
    (total === 0 || unsure) &&
    !isBeyondWork &&
    search.text.length > 1 &&
    search.page === 0 &&
    search.tags.length === 0 &&
    !search.verified &&
    !search.exact &&
    search.concepts.length === 0 &&
    search.allowedFor.length === 0 &&
    search.stages.length === 0 &&
    !search.usedHere &&
    !search.addedLately;
  const text = isUnanswered ? gapText(search.text) : '';
  return mayBeCatalogueGap(text) ? text : null;
}
