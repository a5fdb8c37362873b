/** Items as a test's server holds them, for the cards of the catalogue. */

import type { ApprovalStatus, IncidentKind, ServiceStage } from '../../generated.ts';

export interface TestItem {
  id: string;
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: null;
  siteImageUrl: null;
  sourceUrl: string;
  isLiked: boolean;
  likesCount: number;
  useCasesCount: number;
  ownUseCasesCount: number;
  isVerified: boolean;
  approvalStatus: ApprovalStatus;
  incidents: { id: string; kind: IncidentKind }[];
  stage: { __typename: 'ItemStage'; id: string; stage: ServiceStage } | null;
  adminVisibility: 'visible' | 'hidden' | null;
  partnerBadges: Array<{ key: string; name: string; tone: 'ember' | 'accent' }>;
  experts: Array<{ id: string; name: string; avatarUrl: null }>;
  expertsCount: number;
  myAccessRequest: {
    __typename: 'AccessRequest';
    id: string;
    status: 'approved' | 'requested';
  } | null;
}

/** An item with the given id; what a test does not name is ordinary. */
export const anItem = (id: string, given: Partial<TestItem> = {}): TestItem => ({
  id,
  titleRu: `Сервис ${id}`,
  titleEn: `Service ${id}`,
  descriptionRu: `Описание ${id}.`,
  descriptionEn: `Description ${id}.`,
  imageUrl: null,
  siteImageUrl: null,
  sourceUrl: `https://service-${id}.example/`,
  isLiked: false,
  likesCount: 5,
  useCasesCount: 0,
  ownUseCasesCount: 0,
  isVerified: false,
  approvalStatus: 'not_decided',
  incidents: [],
  stage: null,
  adminVisibility: null,
  partnerBadges: [],
  experts: [],
  expertsCount: 0,
  myAccessRequest: null,
  ...given,
});

/** Items 1 to `count`. */
export const items = (count: number): TestItem[] =>
  Array.from({ length: count }, (_, index) => anItem(String(index + 1)));

/** A page of these items, as the server cuts it. */
export const pageSlice = (all: readonly TestItem[], page: number, perPage: number) => ({
  items: all.slice(page * perPage, (page + 1) * perPage),
  total: all.length,
  page,
  perPage,
  pageCount: Math.ceil(all.length / perPage),
  correctedTo: null as string | null,
  unsure: false,
  isCatalogueGap: false,
  similarToName: null as string | null,
  near: [] as TestItem[],
  reasons: [] as Array<Record<string, unknown>>,
  matches: [] as Array<Record<string, unknown>>,
});
