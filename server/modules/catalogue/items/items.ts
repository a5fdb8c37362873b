// Types, input schemas and pure rules of items and searches.
import type { BadgeTone } from '../../people/companies/companies.module.ts';
import {
  type RuleRow,
  dataClasses,
  planTiers,
  type DataClass,
  type PlanTier,
} from '../../access/dataRules/dataRules.module.ts';
import { stageNames, type StageName } from '../../access/stages/stages.module.ts';
import { z } from 'zod';
import type { Engine } from '../../search/search.module.ts';
import { limits } from '../../../config/limits.ts';
import { cleanText, showsNothing } from '../../../shared/cleanText.ts';
import { searchText, text } from '../../../shared/validation.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { languages, type Language } from '../../../shared/language.ts';

export type AdminVisibility = 'visible' | 'hidden';
export type ItemSyncStatus = 'local' | 'synced' | 'differs' | 'removed';
const sortedBy = ['likes', 'title', 'used', 'colleagues', 'newest'] as const;
type SortBy = (typeof sortedBy)[number];
type SortOrder = 'asc' | 'desc';

/** One AI service or tool of the catalogue. */
export interface KnowledgeItem {
  id: number;
  /** Read together with the item in lists, so that resolvers need no further statement. */
  view?: ItemView;
  /** Null when the text exists only in the other language. */
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: string | null;
  /** Picture of the item's own site, used if `imageUrl` is null. */
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
  /** Companies that an open incident concerns, `*` for all; null without one. */
  incidentCompanies: string[] | null;
}

export interface Tag {
  id: number;
  originalName: string;
  nameRu: string;
  nameEn: string;
  /** A tag ending in `approved`: for admins only (specification, section 5). */
  isApproval: boolean;
}

export interface TagCounts {
  visibleCount: number;
  totalCount: number;
}

export type CountedTag = Tag & TagCounts;

/** A tag, and the number of search results with it. */
export interface TagCount {
  tag: string;
  count: number;
}

/** Half-open range of UTF-16 code units. */
interface TextRange {
  start: number;
  end: number;
}

/** Ranges of the searched words in the texts of one item. */
export interface ItemMatch {
  itemId: number;
  titleRu: TextRange[];
  titleEn: TextRange[];
  descriptionRu: TextRange[];
  descriptionEn: TextRange[];
}

interface HighlightedText {
  text: string;
  ranges: TextRange[];
}

export interface QuotedUseCase extends HighlightedText {
  id: number;
  userId: number;
}

/** Reasons for a match, besides highlights in title and description. */
export interface ItemReasons {
  itemId: number;
  /** Original names. */
  tags: string[];
  /** Names of concepts, in the requested language. */
  concepts: string[];
  task: HighlightedText | null;
  useCase: QuotedUseCase | null;
  /** True for a match by meaning only, which no word explains. */
  isSimilarInMeaning: boolean;
}

/** Results of a search. */
export interface FoundPage {
  items: KnowledgeItem[];
  total: number;
  correctedTo: string | null;
  /** Name of the item for which the search finds similar ones. */
  similarToName: string | null;
  /** True when no result is sure, so that the results are the nearest matches. */
  unsure: boolean;
  /** True when the search is not about work and nothing in the catalogue matches it. */
  isBeyondWork: boolean;
  /** Highlights in the texts of the items, computed on demand. */
  findMatches(): ItemMatch[];
  /** Partial matches after few sure results; not part of the total. */
  near: KnowledgeItem[];
  /** Reasons of results and partial matches in a language; null for the language of the search. */
  readReasons(language: Language | null): Promise<ItemReasons[]>;
}

export interface KnowledgePage extends FoundPage {
  /** True when the search shows a gap of the catalogue. */
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
  language: z.enum(languages).nullish(),
  verified: z.boolean(),
  exact: z.boolean(),
  concepts: conceptSet.nullish(),
  allowedFor: z.array(z.enum(dataClasses)).max(dataClasses.length).nullish(),
  allowedTier: z.enum(planTiers).nullish(),
  stages: z.array(z.enum(stageNames)).max(stageNames.length).nullish(),
  usedHere: z.boolean().nullish(),
  addedLately: z.boolean().nullish(),
  recordGap: z.boolean().optional(),
});

export const conceptIdsInput = z.array(conceptId).max(limits.lists.concepts);
export const conceptSetsInput = z.array(conceptSet).max(limits.lists.concepts);

/** Ids of items to compare; null for an invalid id. */
export const comparedIdsInput = z.array(z.int().positive().nullable()).max(limits.lists.compared);

export type SearchInput = z.input<typeof searchInput>;

/** A validated search with its defaults. */
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
  /** Data classes that the viewer's company must allow on a plan. */
  allowedFor: DataClass[];
  allowedTier: PlanTier;
  /** Stages in the viewer's company, one of which is required; empty for any. */
  stages: StageName[];
  /** True to require a user in the viewer's company. */
  usedHere: boolean;
  /** True to require a new item (`limits.catalogue.newDays`). */
  addedLately: boolean;
}

/** A concept of the search vocabulary. */
export interface Concept {
  id: string;
  nameRu: string;
  nameEn: string;
}

/** The language of a search: ru if the query has Cyrillic letters, else en (specification, section 5). */
export const guessLanguage = (query: string): Language =>
  /\p{Script=Cyrillic}/u.test(query) ? 'ru' : 'en';

/** Fills in the defaults of a search: likes sort descending, titles ascending. */
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
    stages: [...new Set(input.stages)],
    usedHere: input.usedHere ?? false,
    addedLately: input.addedLately ?? false,
  };
}

/** True for a tag that approves items for a company: its name ends in `approved` (specification, section 5). */
export const isApprovalTag = (originalName: string): boolean => /approved$/i.test(originalName);

/** Number of items with a tag that the viewer can see. */
export const tagCountFor = (viewer: Viewer, tag: TagCounts): number =>
  isAdmin(viewer) ? tag.totalCount : tag.visibleCount;

/** The title in a language, or in the other one if it is missing. */
export const titleIn = (
  language: Language,
  item: Pick<KnowledgeItem, 'titleRu' | 'titleEn'>,
): string =>
  (language === 'ru' ? (item.titleRu ?? item.titleEn) : (item.titleEn ?? item.titleRu)) ?? '';

export type SearchFilter =
  'text' | 'tag' | 'concept' | 'verified' | 'allowedFor' | 'stage' | 'usedHere' | 'addedLately';

/** One filter of a search, and the number of results without it. */
export interface CountWithoutFilter {
  filter: SearchFilter;
  /** The tag, concept, data class or stage; null if the filter has no value. */
  value: string | null;
  count: number;
}

/** Number of results with each further filter, and without each set filter. */
export interface FilterCounts {
  total: number;
  verified: number;
  usedHere: number;
  addedLately: number;
  dataClasses: { dataClass: DataClass; count: number }[];
  stages: { stage: StageName; count: number }[];
  /** Computed on demand. */
  countWithout(): Promise<CountWithoutFilter[]>;
}

/** A new item from a bookmark, an admin or the demo catalogue. */
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
  tags: string[];
  createdAt: Date;
}

export const updateItemInput = z.strictObject({
  adminVisibility: z.enum(['visible', 'hidden']).nullish(),
  adminNotes: text(limits.text.adminNote)
    .transform((notes) => (showsNothing(notes) ? '' : cleanText(notes)))
    .nullish(),
  expectedUpdatedAt: z.date().nullish(),
});

/** Page parameters of the people who marked an item as used. */
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
  /** People with a disabled account keep their use cases but cannot be asked. */
  isDisabled: boolean;
  /** Likes of all the person's use cases for this item. */
  likesTotal: number;
  useCasesCount: number;
  expertsCount: number;
}

/** A company whose approval badge an item shows. */
export interface PartnerBadge {
  key: string;
  name: string;
  tone: BadgeTone;
}

/** All data on a card of an item, independent of the viewer. */
export interface ItemCard {
  /** Changes with any data on the card. */
  version: string;
  item: KnowledgeItem;
  /** In order, without approval tags. */
  tags: Tag[];
  /** In order, with approval tags: for admins only (specification, section 5). */
  allTags: Tag[];
  /** Approval tags in lower case. */
  approvals: string[];
  /** Companies with a badge that have approved the item. */
  partnerBadges: PartnerBadge[];
  /** The best experts, at most `expertsOnCard`. */
  topExperts: Expert[];
  expertsCount: number;
}

export interface CardKey {
  id: number;
  version: string;
}

/** An item as one viewer sees it: its card, and the viewer's likes and use cases. */
export interface ItemView {
  card: ItemCard;
  isLiked: boolean;
  ownUseCasesCount: number;
  /** Further data that pages read; null for an item that was read another way. */
  page: PageFacts | null;
}

/** Data of an item that pages read besides the viewer's state. */
export interface PageFacts {
  /** The data rule of the viewer's company for the plan that pages show; null without a decision. */
  rule: RuleRow | null;
  /** True when the viewer has an open access request for it. */
  hasRequest: boolean;
  /** The search index; null when it may be older than the page. */
  engine: Engine | null;
}

export const expertsOnCard = 3;

/** Tags that a viewer may see: approval tags are for admins. */
export const tagsFor = (viewer: Viewer, card: ItemCard): Tag[] =>
  isAdmin(viewer) ? card.allTags : card.tags;

/** Tags of an item that a viewer may see, with counts if the page has read the index. */
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

/** True when the viewer's company has approved an item (specification, section 6). */
export const isVerifiedFor = (viewer: Viewer, card: ItemCard): boolean =>
  viewer.kind === 'member' &&
  viewer.company !== null &&
  card.approvals.includes(viewer.company.approvalTag);

/** Translation of descriptions by a language model. Names are never translated. */
export interface ItemTranslator {
  /**
   * Translates the description. `name` is the name of the item, as context.
   * @throws DomainError UNAVAILABLE when the model gives no valid answer
   */
  translateDescription(
    description: string,
    name: string,
    from: Language,
    to: Language,
  ): Promise<string>;
}
