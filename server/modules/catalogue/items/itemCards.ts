// What a page shows of an item, whoever looks: the same card for everybody, and what of it a viewer may see.
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { CountedTag, ItemCard, ItemView, Tag } from './items.ts';

/** How many experts a card names. */
export const expertsOnCard = 3;

/** Tags that a viewer may see: approval tags are for admins. */
export const tagsFor = (viewer: Viewer, card: ItemCard): Tag[] =>
  isAdmin(viewer) ? card.allTags : card.tags;

/** The same of an item before a viewer, with their counts where its page has brought them. */
export const tagsOfView = (viewer: Viewer, { card, page }: ItemView): (Tag | CountedTag)[] => {
  const tags = tagsFor(viewer, card);
  const index = page?.engine?.index;
  if (!index) return tags;
  return tags.map((tag) => ({
    ...tag,
    visibleCount: index.tagCount(tag.originalName, 'visible'),
    totalCount: index.tagCount(tag.originalName, 'all'),
  }));
};

/** Whether the viewer's company has approved an item (specification, section 6). */
export const isVerifiedFor = (viewer: Viewer, card: ItemCard): boolean =>
  viewer.kind === 'member' &&
  viewer.company !== null &&
  card.approvals.includes(viewer.company.approvalTag);
