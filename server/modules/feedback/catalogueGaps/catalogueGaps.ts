// The words of what people wish for. Pure.
import { z } from 'zod';
import { filledText, searchText } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import { guessLanguage } from '../../catalogue/items/items.module.ts';
import { searchedText } from '../../search/search.module.ts';
import type { Language } from '../../../shared/language.ts';

const wishKinds = ['search', 'proposal', 'refusal'] as const;
export type CatalogueGapKind = (typeof wishKinds)[number];

const wishStates = ['open', 'taught', 'added', 'declined', 'merged'] as const;
export type CatalogueGapState = (typeof wishStates)[number];

/** How the search is taught a wish. */
export type GapLesson = 'synonym' | 'word' | 'concept';

/** A wish as it is stored. */
export interface CatalogueGap {
  id: number;
  kind: CatalogueGapKind;
  /** Of a search. */
  language: Language | null;
  /** What was searched, or the proposed address as it is compared; null of a refusal. */
  text: string | null;
  /** The service that was refused. */
  aboutItemId: number | null;
  state: CatalogueGapState;
  vocabularyKind: GapLesson | null;
  vocabularyId: number | null;
  declineReason: string | null;
  /** The service that serves it. */
  itemId: number | null;
  mergedInto: number | null;
  closedBy: number | null;
  closedAt: Date | null;
}

/** A wish as the list shows it. */
export interface ListedCatalogueGap extends CatalogueGap {
  /** What it is called: the text, an address as somebody wrote it, the title of a service. */
  name: string;
  /** Searches, proposals or people who were refused. */
  count: number;
  /** People who asked to be told. */
  alertsCount: number;
  lastRequestedAt: Date | null;
  /** The name of the wish that it was merged with, and how that one stands. */
  mergedName: string | null;
  mergedState: CatalogueGapState | null;
  /** What was written on it, the newest first. */
  comments: string[];
  /** The newest open proposal of the address. */
  proposalId: number | null;
}

/** A search that somebody wants to hear of. */
export interface SearchAlert {
  /** That of the wish. */
  id: number;
  text: string;
  language: Language;
  createdAt: Date;
  /** What the person has been told; null while nothing has come of it. */
  outcome: 'served' | 'declined' | null;
  notifiedAt: Date | null;
  declineReason: string | null;
  itemId: number | null;
}

/** What somebody who waits is told, once. */
export interface SearchAlertMessage {
  userId: number;
  gapId: number;
  what: 'served' | 'declined';
  text: string;
  language: Language;
  /** The first service that answers; everybody sees it. */
  itemId: number | null;
  declineReason: string | null;
}

export const gapFilterInput = z.strictObject({
  states: z.array(z.enum(wishStates)).max(wishStates.length).nullish(),
  kind: z.enum(wishKinds).nullish(),
});
export type GapFilter = z.input<typeof gapFilterInput>;

export const declineGapInput = z.strictObject({ reason: filledText(limits.text.proposalAnswer) });

/** A search as its wish is known by. */
export const searchAlertInput = z
  .strictObject({
    search: searchText(limits.text.search).refine((text) => text.length > 1, {
      message: 'The text is too short',
      params: { code: 'required' },
    }),
    language: z.enum(['ru', 'en']).nullish(),
  })
  .transform(({ search, language }) => ({
    text: searchedText(search),
    language: language ?? guessLanguage(search),
  }));
export type SearchAlertInput = z.input<typeof searchAlertInput>;

/** Whether a wish may be merged with another: what is proposed ends as its like do, added or declined. */
export const mayMerge = (one: CatalogueGap, into: CatalogueGap): boolean =>
  one.id !== into.id && (one.kind !== 'proposal' || into.kind === 'proposal');

/**
 * Whether an act can be taken back: who proposed a service has been told, and the service stays. So what was proposed is parted only
 * from a wish that still waits: once that is settled, these proposals are, too.
 */
export const mayReopen = ({
  kind,
  state,
  mergedState,
}: Pick<ListedCatalogueGap, 'kind' | 'state' | 'mergedState'>): boolean =>
  state !== 'open' && (kind !== 'proposal' || (state === 'merged' && mergedState === 'open'));
