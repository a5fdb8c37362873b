// Catalogue gaps and search alerts: types and input validation. Pure.
import { z } from 'zod';
import { filledText, searchText } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import { guessLanguage } from '../../catalogue/items/items.module.ts';
import { searchedText } from '../../search/search.module.ts';
import { languages, type Language } from '../../../shared/language.ts';

const gapKinds = ['search', 'proposal', 'refusal'] as const;
export type CatalogueGapKind = (typeof gapKinds)[number];

export const gapStates = ['open', 'taught', 'added', 'declined', 'merged'] as const;
export type CatalogueGapState = (typeof gapStates)[number];

/** Kind of vocabulary entry that an admin added to close a gap. */
export type VocabularyKind = 'synonym' | 'word' | 'concept';

export interface CatalogueGap {
  id: number;
  kind: CatalogueGapKind;
  /** For a search only. */
  language: Language | null;
  /** The search, or the normalised address of a proposal; null for a refusal. */
  text: string | null;
  /** The item to which access was refused. */
  aboutItemId: number | null;
  state: CatalogueGapState;
  vocabularyKind: VocabularyKind | null;
  vocabularyId: number | null;
  declineReason: string | null;
  /** The item that closed it. */
  itemId: number | null;
  mergedInto: number | null;
  closedBy: number | null;
  closedAt: Date | null;
}

/** A gap in the admins' list. */
export interface ListedCatalogueGap extends CatalogueGap {
  /** The search, the address as typed, or the title of the item. */
  name: string;
  /** Number of searches, proposals or refused people. */
  count: number;
  /** People with a search alert. */
  alertsCount: number;
  lastRequestedAt: Date | null;
  mergedName: string | null;
  mergedState: CatalogueGapState | null;
  /** Comments and reasons, newest first. */
  comments: string[];
  proposalId: number | null;
}

/** A saved search (search alert) of a person. */
export interface SearchAlert {
  id: number;
  text: string;
  language: Language;
  createdAt: Date;
  /** Null while the alert has not fired. */
  outcome: 'served' | 'declined' | null;
  notifiedAt: Date | null;
  declineReason: string | null;
  itemId: number | null;
}

/** The message of a search alert, sent once. */
export interface SearchAlertMessage {
  userId: number;
  gapId: number;
  outcome: 'served' | 'declined';
  /** The first visible item that was found. */
  itemId: number | null;
}

export const gapFilterInput = z.strictObject({
  states: z.array(z.enum(gapStates)).max(gapStates.length).nullish(),
  kind: z.enum(gapKinds).nullish(),
});
export type GapFilter = z.input<typeof gapFilterInput>;

export const declineGapInput = z.strictObject({ reason: filledText(limits.text.proposalAnswer) });

/** The normalised search and its language. */
export const searchAlertInput = z
  .strictObject({
    search: searchText(limits.text.search).refine((text) => text.length > 1, {
      message: 'The text is too short',
      params: { code: 'required' },
    }),
    language: z.enum(languages).nullish(),
  })
  .transform(({ search, language }) => ({
    text: searchedText(search),
    language: language ?? guessLanguage(search),
  }));
export type SearchAlertInput = z.input<typeof searchAlertInput>;

/** A proposal can be merged only into another proposal, because it ends as added or declined. */
export const mayMerge = (one: CatalogueGap, into: CatalogueGap): boolean =>
  one.id !== into.id && (one.kind !== 'proposal' || into.kind === 'proposal');

/**
 * True when a gap can be reopened. Proposers of a closed proposal have been notified, so it can be separated only from
 * an open gap.
 */
export const mayReopen = ({
  kind,
  state,
  mergedState,
}: Pick<ListedCatalogueGap, 'kind' | 'state' | 'mergedState'>): boolean =>
  state !== 'open' && (kind !== 'proposal' || (state === 'merged' && mergedState === 'open'));
