// The words and the rules of the catalogue.
import type { BadgeTone } from '../../people/companies/companies.module.ts';
import {
  type RuleRow,
  dataClasses,
  planTiers,
  type DataClass,
  type PlanTier,
} from '../../access/dataRules/dataRules.module.ts';
import { z } from 'zod';
import type { Engine } from '../../search/search.module.ts';
import { limits } from '../../../config/limits.ts';
import { searchText, text } from '../../../shared/validation.ts';
import { showsNothing } from '../../../shared/invisibleCharacters.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { Language } from '../../../shared/language.ts';

export type AdminVisibility = 'visible' | 'hidden';
export type ItemSyncStatus = 'local' | 'synced' | 'differs' | 'removed';
const sortedBy = ['likes', 'title', 'used', 'colleagues', 'newest'] as const;
type SortBy = (typeof sortedBy)[number];
type SortOrder = 'asc' | 'desc';

/** One AI service or tool: one bookmark of the bookmarks service. */
export interface KnowledgeItem {
  id: number;
  /** Read by lists together with the item, so that its fields need no further statement. */
  view?: ItemView;
  /** Null when the text exists in the other language only. */
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: string | null;
  /** Where the service's own site shows a picture; it stands in only where `imageUrl` is null. */
  siteImageUrl: string | null;
  sourceUrl: string;
  normalisedUrl: string;
  adminVisibility: AdminVisibility;
  adminNotes: string;
  syncStatus: ItemSyncStatus;
  likesCount: number;
  useCasesCount: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface Tag {
  id: number;
  originalName: string;
  nameRu: string;
  nameEn: string;
  /** A tag ending in `approved`: for admins only (specification, section 5). */
  isApproval: boolean;
}

/** How many items bear a tag. */
export interface TagCounts {
  visibleCount: number;
  totalCount: number;
}

export type CountedTag = Tag & TagCounts;

/** A tag, and how many items it would leave of those that a search finds. */
export interface TagCount {
  /** Its original name. */
  tag: string;
  count: number;
}

/** Half-open range of UTF-16 code units. */
interface TextRange {
  start: number;
  end: number;
}

/** Where the words of a search stand in the texts of one item. */
export interface ItemMatch {
  itemId: number;
  titleRu: TextRange[];
  titleEn: TextRange[];
  descriptionRu: TextRange[];
  descriptionEn: TextRange[];
}

/** A text with the places that say what was asked. */
interface HighlightedText {
  text: string;
  ranges: TextRange[];
}

/** A part of a case, and whose it is. */
export interface QuotedUseCase extends HighlightedText {
  id: number;
  userId: number;
}

/** Why an item was found, besides what is marked in its title and description. */
export interface ItemReasons {
  itemId: number;
  /** Original names. */
  tags: string[];
  /** What is meant, in the language that was asked for. */
  concepts: string[];
  task: HighlightedText | null;
  useCase: QuotedUseCase | null;
}

/** What a search found, before it is put on a page. */
export interface FoundPage {
  items: KnowledgeItem[];
  total: number;
  correctedTo: string | null;
  /** The service that others like it were asked for. */
  similarToName: string | null;
  /** Nothing answers surely: what is there is the nearest. */
  unsure: boolean;
  /** It is no work, and nothing here says it. */
  isBeyondWork: boolean;
  /** Where the searched words stand in the texts of the items; worked out when somebody asks. */
  findMatches(): ItemMatch[];
  /** What comes close behind few sure answers; outside the total. */
  near: KnowledgeItem[];
  /** Why each was found, those that are near too, in a language; null: in that of the search. */
  readReasons(language: Language | null): Promise<ItemReasons[]>;
}

export interface KnowledgePage extends FoundPage {
  /** It says what the catalogue lacks, and is one of the wishes once it is settled. */
  isCatalogueGap: boolean;
  page: number;
  perPage: number;
  pageCount: number;
}

export interface Suggestion {
  type: 'tag' | 'concept' | 'popular';
  text: string;
  count: number;
  value: string;
}

export interface LikeInfo {
  isLiked: boolean;
  likesCount: number;
}

const conceptId = text(limits.text.conceptId);
const conceptSet = z.array(conceptId).max(limits.lists.searchedConcepts);

/** Search parameters (specification, section 3), with the limits of a list. */
export const searchInput = z.strictObject({
  search: searchText(limits.text.search).nullish(),
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
  sortBy: z.enum(sortedBy),
  sortOrder: z.enum(['asc', 'desc']).nullish(),
  tags: z.array(text(200)).max(20).nullish(),
  language: z.enum(['ru', 'en']).nullish(),
  verified: z.boolean(),
  exact: z.boolean(),
  concepts: conceptSet.nullish(),
  allowedFor: z.array(z.enum(dataClasses)).max(dataClasses.length).nullish(),
  allowedTier: z.enum(planTiers).nullish(),
  usedHere: z.boolean().nullish(),
  addedLately: z.boolean().nullish(),
  recordGap: z.boolean().optional(),
});

export const conceptIdsInput = z.array(conceptId).max(limits.lists.concepts);
export const conceptSetsInput = z.array(conceptSet).max(limits.lists.concepts);

/** Ids of services that are compared; null for a text that is no id. */
export const comparedIdsInput = z.array(z.int().positive().nullable()).max(limits.lists.compared);

export type SearchInput = z.input<typeof searchInput>;

/** A checked search: everything decided. */
export interface Search {
  text: string;
  page: number;
  perPage: number;
  sortBy: SortBy;
  sortOrder: SortOrder;
  tags: string[];
  language: Language;
  verified: boolean;
  exact: boolean;
  concepts: string[];
  /** Classes of data that the reader's company must allow, on a plan. */
  allowedFor: DataClass[];
  allowedTier: PlanTier;
  /** Somebody of the reader's company must use it. */
  usedHere: boolean;
  /** It must have come in the last days (`limits.catalogue.newDays`). */
  addedLately: boolean;
}

/** What services are about: a word of the search. */
export interface Concept {
  id: string;
  nameRu: string;
  nameEn: string;
}

/** The language of a search: ru if the query has Cyrillic letters, else en (specification, section 5). */
export const guessLanguage = (query: string): Language =>
  /\p{Script=Cyrillic}/u.test(query) ? 'ru' : 'en';

/** Fills in what a search leaves out: likes run downwards, titles upwards. */
export function withSearchDefaults(input: z.output<typeof searchInput>): Search {
  const query = input.search ?? '';
  return {
    text: query,
    page: input.page,
    perPage: input.perPage,
    sortBy: input.sortBy,
    sortOrder: input.sortOrder ?? (input.sortBy === 'title' ? 'asc' : 'desc'),
    tags: [...new Set((input.tags ?? []).map((tag) => tag.trim()).filter(Boolean))],
    language: input.language ?? guessLanguage(query),
    verified: input.verified,
    exact: input.exact,
    concepts: [...new Set(input.concepts)],
    allowedFor: [...new Set(input.allowedFor)],
    allowedTier: input.allowedTier ?? 'team',
    usedHere: input.usedHere ?? false,
    addedLately: input.addedLately ?? false,
  };
}

/** Whether a tag approves items for a company: its name ends in `approved` (specification, section 5). */
export const isApprovalTag = (originalName: string): boolean => /approved$/i.test(originalName);

/** How many items bear a tag, as far as the viewer can see them. */
export const tagCountFor = (viewer: Viewer, tag: TagCounts): number =>
  isAdmin(viewer) ? tag.totalCount : tag.visibleCount;

/** A title to show or sort by in a language, whichever exists. */
export const titleIn = (
  language: Language,
  item: Pick<KnowledgeItem, 'titleRu' | 'titleEn'>,
): string =>
  (language === 'ru' ? (item.titleRu ?? item.titleEn) : (item.titleEn ?? item.titleRu)) ?? '';

/** What may narrow a search down. */
export type SearchFilter =
  'text' | 'tag' | 'concept' | 'verified' | 'allowedFor' | 'usedHere' | 'addedLately';

/** One filter of a search, and how many items it finds without it. */
export interface CountWithoutFilter {
  filter: SearchFilter;
  /** Which tag, concept or class of data; null where there is one of the kind. */
  value: string | null;
  count: number;
}

/** How many items each further filter would leave, and what each that is set keeps out. */
export interface FilterCounts {
  total: number;
  verified: number;
  usedHere: number;
  addedLately: number;
  dataClasses: { dataClass: DataClass; count: number }[];
  /** Worked out when somebody asks. */
  countWithout(): Promise<CountWithoutFilter[]>;
}

/** A new item, as a bookmark or the demo catalogue brings it. */
export interface NewItem {
  bookmarkId: number | null;
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: string | null;
  sourceUrl: string;
  normalisedUrl: string;
  mediaType: string;
  mediaSource: string;
  adminVisibility: AdminVisibility;
  syncStatus: ItemSyncStatus;
  /** Original names, in order. */
  tags: string[];
  createdAt: Date;
}

export const updateItemInput = z.strictObject({
  adminVisibility: z.enum(['visible', 'hidden']).nullish(),
  adminNotes: text(limits.text.adminNote)
    .transform((notes) => (showsNothing(notes) ? '' : notes))
    .nullish(),
  expectedUpdatedAt: z.date().nullish(),
});

/** The wished page of the people who marked an item as used. */
export const likersInput = z.object({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});
export type LikersInput = z.input<typeof likersInput>;

/** A person who wrote use cases about an item and can be asked about it. */
export interface Expert {
  userId: number;
  itemId: number;
  name: string;
  avatarUrl: string | null;
  telegramUsername: string | null;
  companyKey: string | null;
  /** Disabled accounts keep their use cases, but cannot be asked. */
  isDisabled: boolean;
  /** Likes of all the person's use cases for this item. */
  likesTotal: number;
  useCasesCount: number;
  /** How many experts the item has altogether. */
  expertsCount: number;
}

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
  /** The index of the search; null where it may be behind the page. */
  engine: Engine | null;
}

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
    totalCount: index.tagCount(tag.originalName, 'live'),
  }));
};

/** Whether the viewer's company has approved an item (specification, section 6). */
export const isVerifiedFor = (viewer: Viewer, card: ItemCard): boolean =>
  viewer.kind === 'member' &&
  viewer.company !== null &&
  card.approvals.includes(viewer.company.approvalTag);
