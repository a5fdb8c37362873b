// What a page shows of an item, whoever looks: the same card for everybody, and what of it a viewer may see.
import { isAdmin, type Viewer } from '../accounts/accounts.ts';
import type { BadgeTone } from '../companies/companies.ts';
import type { RuleRow } from '../dataRules/pageRules.ts';
import type { Expert } from '../useCases/experts.ts';
import type { CountedTag, KnowledgeItem, Tag, TagCounts } from './knowledge.ts';

/** A company whose ribbon an item bears. */
export interface PartnerBadge {
  key: string;
  name: string;
  tone: BadgeTone;
}

/** An item with what stands around it. It holds nothing that depends on who looks. */
export interface ItemCard {
  /** Changes with everything that the card shows. */
  version: string;
  item: KnowledgeItem;
  /** In their order, approval tags left out. */
  tags: Tag[];
  /** The same with the approval tags: for admins only (specification, section 5). */
  allTags: Tag[];
  /** Approval tags in lower case. */
  approvals: string[];
  /** Companies with a ribbon that have approved the item. */
  partnerBadges: PartnerBadge[];
  /** The first of them, `expertsOnCard` at most. */
  topExperts: Expert[];
  expertsCount: number;
}

/** How many experts a card names. */
export const expertsOnCard = 3;

/** Which state of an item is asked for. */
export interface CardKey {
  id: number;
  version: string;
}

/** An item before one viewer: its card, and how the viewer stands towards it. */
export interface ItemView {
  card: ItemCard;
  isLiked: boolean;
  ownUseCasesCount: number;
  /** What a page reads besides; null for an item that came another way. */
  page: PageFacts | null;
}

/** What a page reads of an item besides how the viewer stands towards it. */
export interface PageFacts {
  /** The rule of the viewer's company for the plan that pages show; null where nobody has decided. */
  rule: RuleRow | null;
  /** Whether the viewer has an open request for access to it. */
  hasRequest: boolean;
  /** How many items bear a tag, by its original name; null where the index that knows it may be behind the page. */
  countTag: ((tag: string) => TagCounts) | null;
}

/** Tags that a viewer may see: approval tags are for admins. */
export const tagsFor = (viewer: Viewer, card: ItemCard): Tag[] =>
  isAdmin(viewer) ? card.allTags : card.tags;

/** The same of an item before a viewer, with their counts where its page has brought them. */
export const tagsOfView = (viewer: Viewer, { card, page }: ItemView): (Tag | CountedTag)[] => {
  const tags = tagsFor(viewer, card);
  const countTag = page?.countTag;
  return countTag ? tags.map((tag) => ({ ...tag, ...countTag(tag.originalName) })) : tags;
};

/** Whether the viewer's company has approved an item (specification, section 6). */
export const isVerifiedFor = (viewer: Viewer, card: ItemCard): boolean =>
  viewer.kind === 'member' &&
  viewer.company !== null &&
  card.approvals.includes(viewer.company.approvalTag);
