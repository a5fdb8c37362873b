// What a search of a reader asks of the index.
import { limits } from '../../../config/limits.ts';
import { isAdmin, type Company, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { Query, Window } from '../../search/search.module.ts';
import { isApprovalTag, type Search } from './items.ts';
import { dayMs } from '../../../shared/durations.ts';

/** The moment from which on an item is new, in milliseconds. */
export const newSinceAt = (now: Date): number => now.getTime() - limits.catalogue.newDays * dayMs;

/** The reader's; null for nobody's and for a person without one. */
export const companyOf = (viewer: Viewer): Company | null =>
  viewer.kind === 'member' ? viewer.company : null;

/**
 * What a search asks of the index; null when no item can pass its filters.
 * @param newSince the moment from which on an item is new
 */
export function queryFor(viewer: Viewer, search: Search, newSince: () => number): Query | null {
  const seesHidden = isAdmin(viewer);
  if (!seesHidden && search.tags.some(isApprovalTag)) return null;
  const company = companyOf(viewer);
  const isOfCompany = search.verified || search.usedHere || search.allowedFor.length > 0;
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

/** Without words what is used most answers best. */
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
