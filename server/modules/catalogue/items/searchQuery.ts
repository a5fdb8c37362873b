// Conversion of a search into a query of the index.
import { limits } from '../../../config/limits.ts';
import { isAdmin, type Company, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { Query, Window } from '../../search/search.module.ts';
import { isApprovalTag, type Search } from './items.ts';
import { dayMs } from '../../../shared/durations.ts';

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
