// Custom synonyms of admins, and searches without results.
import type { Clock } from '../../shared/clock.ts';
import { dayMs } from '../../shared/durations.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { parseInput } from '../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../people/accounts/accounts.module.ts';
import {
  knownAlready,
  recordCustomConcept,
  type CustomConceptsTransaction,
} from './customConcepts.service.ts';
import {
  mayBeCatalogueGap,
  pairKey,
  refuseWhenFull,
  searchedText,
  synonymInput,
  zeroResultsInput,
} from './customSynonyms.ts';
import type { Synonym, ZeroResultSearch } from './customSynonyms.ts';
import type { CustomSynonymsStore } from './customSynonyms.store.ts';
import type { Language } from '../../shared/language.ts';

interface Options {
  store: CustomSynonymsStore;
  inTransaction<Result>(
    work: (context: CustomConceptsTransaction<CustomSynonymsStore>) => Promise<Result>,
  ): Promise<Result>;
  clock: Clock;
}

export const createCustomSynonyms = ({ store, inTransaction, clock }: Options) => ({
  /** Pairs of synonyms in alphabetical order. */
  async synonyms(viewer: Viewer): Promise<Synonym[]> {
    requireAdmin(viewer);
    return store.synonyms();
  },

  /**
   * Adds two synonymous words or phrases, and closes the catalogue gap if one is given.
   * @throws DomainError INVALID for phrases that are too long or equal, CONFLICT for a known pair or too many pairs
   */
  async addSynonym(
    viewer: Viewer,
    input: { word: string; synonym: string },
    gapId: number | null = null,
  ): Promise<Synonym> {
    const admin = requireAdmin(viewer);
    const { word, synonym } = parseInput(synonymInput, input);
    return inTransaction(async (context) => {
      const known = (await context.store.lockPairs()).map((pair) => pairKey(pair));
      if (known.includes(pairKey({ word, synonym }))) throw knownAlready();
      refuseWhenFull(known.length, limits.lists.synonyms);
      const added = await context.store.addSynonym({ word, synonym });
      await recordCustomConcept(context, admin, 'synonym.added', { ...added });
      const vocabulary = { kind: 'synonym', id: added.id, by: admin.user.id } as const;
      if (gapId !== null) await context.closeGap(gapId, vocabulary);
      return added;
    });
  },

  /** Removes a synonym. @throws DomainError NOT_FOUND */
  async removeSynonym(viewer: Viewer, id: number): Promise<void> {
    const admin = requireAdmin(viewer);
    await inTransaction(async (context) => {
      const removed = await context.store.removeSynonym(id);
      if (!removed) throw new DomainError('NOT_FOUND', 'There is no such synonym');
      await recordCustomConcept(context, admin, 'synonym.removed', { ...removed });
    });
  },

  /** Searches without results of the last days, most frequent first. */
  async zeroResults(
    viewer: Viewer,
    options: { days: number; first: number },
  ): Promise<ZeroResultSearch[]> {
    requireAdmin(viewer);
    const { days, first } = parseInput(zeroResultsInput, options);
    return store.zeroResults(new Date(clock().getTime() - days * dayMs), first);
  },

  /**
   * Counts a search without results if it may show a catalogue gap. Stores text, language and day, but not the person.
   */
  async countZeroResult(text: string, language: Language): Promise<void> {
    const searched = searchedText(text);
    if (mayBeCatalogueGap(searched)) await store.countZeroResult(searched, language, clock());
  },
});
