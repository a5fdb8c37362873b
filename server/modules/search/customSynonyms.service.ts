// What admins may teach the search, and the wish list that it keeps for them.
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
  mayBeWished,
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
    work: (rooms: CustomConceptsTransaction<CustomSynonymsStore>) => Promise<Result>,
  ): Promise<Result>;
  clock: Clock;
}

export const createCustomSynonyms = ({ store, inTransaction, clock }: Options) => ({
  /** Words that mean the same, in the order of the alphabet. */
  async synonyms(viewer: Viewer): Promise<Synonym[]> {
    requireAdmin(viewer);
    return store.synonyms();
  },

  /**
   * Teaches the search that two words or phrases mean the same; with a wish, for that.
   * @throws DomainError INVALID for phrases that are too long or the same, CONFLICT when it is known already or too many are.
   */
  async addSynonym(
    viewer: Viewer,
    input: { word: string; synonym: string },
    gapId: number | null = null,
  ): Promise<Synonym> {
    const admin = requireAdmin(viewer);
    const { word, synonym } = parseInput(synonymInput, input);
    return inTransaction(async (rooms) => {
      const known = (await rooms.store.lockPairs()).map((pair) => pairKey(pair));
      if (known.includes(pairKey({ word, synonym }))) throw knownAlready();
      refuseWhenFull(known.length, limits.lists.synonyms);
      const added = await rooms.store.addSynonym({ word, synonym });
      await recordCustomConcept(rooms, admin, 'synonym.added', { ...added });
      const taught = { lesson: 'synonym', lessonId: added.id, by: admin.user.id } as const;
      if (gapId !== null) await rooms.settleWish(gapId, taught);
      return added;
    });
  },

  /** Takes a synonym away. @throws DomainError NOT_FOUND */
  async removeSynonym(viewer: Viewer, id: number): Promise<void> {
    const admin = requireAdmin(viewer);
    await inTransaction(async (rooms) => {
      const removed = await rooms.store.removeSynonym(id);
      if (!removed) throw new DomainError('NOT_FOUND', 'There is no such synonym');
      await recordCustomConcept(rooms, admin, 'synonym.removed', { ...removed });
    });
  },

  /** Searches of the last days that found nothing, the most frequent first. */
  async zeroResults(
    viewer: Viewer,
    options: { days: number; first: number },
  ): Promise<ZeroResultSearch[]> {
    requireAdmin(viewer);
    const { days, first } = parseInput(zeroResultsInput, options);
    return store.zeroResults(new Date(clock().getTime() - days * dayMs), first);
  },

  /** Remembers that a search found nothing, where it may be a wish: text, language and day, and not who searched. */
  async countZeroResult(text: string, language: Language): Promise<void> {
    const searched = searchedText(text);
    if (mayBeWished(searched)) await store.countZeroResult(searched, language, clock());
  },
});
