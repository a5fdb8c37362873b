// Custom concepts: admins add words to concepts of the thesaurus and create their own concepts.
import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { parseInput, searchText } from '../../shared/validation.ts';
import { requireAdmin, type Member, type Viewer } from '../people/accounts/accounts.module.ts';
import type { AuditLog } from '../people/auditLog/auditLog.module.ts';
import {
  conceptInput,
  keysOf,
  wordInput,
  type ConceptChanges,
  type ConceptInput,
  type NamedConcept,
  type CustomConcept,
  type WordForConcept,
} from './customConcepts.ts';
import type { CustomConceptsStore } from './customConcepts.store.ts';
import { phraseKey, refuseWhenFull } from './customSynonyms.ts';

/** Closes the catalogue gap for which an entry is added. */
export type CloseGap = (
  id: number,
  vocabulary: { kind: 'synonym' | 'word' | 'concept'; id: number; by: number },
) => Promise<void>;

export interface CustomConceptsTransaction<Store> {
  store: Store;
  activity: Pick<AuditLog, 'record'>;
  closeGap: CloseGap;
}

interface Options {
  store: CustomConceptsStore;
  inTransaction<Result>(
    work: (context: CustomConceptsTransaction<CustomConceptsStore>) => Promise<Result>,
  ): Promise<Result>;
  thesaurus: {
    byIds(ids: readonly string[]): Promise<NamedConcept[]>;
    named(text: string, most: number): Promise<NamedConcept[]>;
    /** True when the text already has the concept. */
    says(text: string, conceptId: string): Promise<boolean>;
  };
}

export const knownAlready = () =>
  new DomainError('CONFLICT', 'The search knows this already', { reason: 'synonymKnown' });

/** Records that an entry is added or removed. */
export const recordCustomConcept = (
  { activity }: Pick<CustomConceptsTransaction<unknown>, 'activity'>,
  admin: Member,
  action: `${'word' | 'concept'}.${'taught' | 'forgotten'}` | `synonym.${'added' | 'removed'}`,
  { id, ...facts }: { id: number } & Record<string, string | string[] | number | null>,
): Promise<unknown> => {
  const isAdded = /taught|added/.test(action);
  return activity.record({
    actorId: admin.user.id,
    action,
    subjectType: action.startsWith('synonym') ? 'synonym' : 'concept',
    subjectId: String(id),
    before: isAdded ? null : facts,
    after: isAdded ? facts : null,
  });
};

const factsOf = ({ id: _id, ...facts }: CustomConcept): Omit<CustomConcept, 'id'> => facts;

function refuseKnown(concept: Omit<CustomConcept, 'id'>, others: readonly CustomConcept[]): void {
  const known = new Set(others.flatMap(keysOf));
  if (keysOf(concept).some((key) => known.has(key))) throw knownAlready();
}

const noConcept = (path: string) =>
  new DomainError('INVALID', 'There is no such concept', {
    errors: [{ path, code: 'unknown', message: 'There is no such concept' }],
  });

export const createCustomConcepts = ({ store, inTransaction, thesaurus }: Options) => {
  const conceptOf = async (path: string, id: string): Promise<NamedConcept> => {
    const [concept] = await thesaurus.byIds([id]);
    if (!concept) throw noConcept(path);
    return concept;
  };
  /** Runs outside the transaction, because it may wait for the index. @throws DomainError INVALID */
  const requireBroader = async (id: string | null | undefined): Promise<void> => {
    if (id != null) await conceptOf('broaderId', id);
  };
  /** A valid concept. @throws DomainError INVALID */
  const checked = (input: ConceptInput): Omit<CustomConcept, 'id'> => {
    const concept = parseInput(conceptInput, input);
    const keys = keysOf(concept);
    if (new Set(keys).size < keys.length) {
      throw new DomainError('INVALID', 'The search takes two of the words for the same', {
        errors: [{ path: 'wordsEn', code: 'same_phrase', message: 'A word stands there twice' }],
      });
    }
    return concept;
  };
  /** A concept before and after its changes, and all concepts. @throws DomainError NOT_FOUND, INVALID */
  const changedOf = async (
    from: Pick<CustomConceptsStore, 'concepts'>,
    id: number,
    changes: ConceptChanges,
  ): Promise<{ before: CustomConcept; after: CustomConcept; all: CustomConcept[] }> => {
    const all = await from.concepts();
    const before = all.find((one) => one.id === id);
    if (!before) throw new DomainError('NOT_FOUND', 'There is no such concept');
    const given = Object.entries(changes).filter(
      ([field, value]) => value !== undefined && (value !== null || field === 'broaderId'),
    );
    const after = { id, ...checked({ ...factsOf(before), ...Object.fromEntries(given) }) };
    return { before, after, all };
  };
  return {
    /** Words added to concepts of the thesaurus, in alphabetical order. */
    async words(viewer: Viewer): Promise<WordForConcept[]> {
      requireAdmin(viewer);
      return store.words();
    },

    async concepts(viewer: Viewer): Promise<CustomConcept[]> {
      requireAdmin(viewer);
      return store.concepts();
    },

    /** Concepts of the thesaurus whose words match a text. */
    async find(viewer: Viewer, text: string): Promise<NamedConcept[]> {
      requireAdmin(viewer);
      const asked = parseInput(searchText(limits.text.search), text, 'search');
      return thesaurus.named(asked, limits.lists.foundConcepts);
    },

    /** The concepts of the thesaurus with these ids; unknown ids are skipped. */
    named: (ids: readonly string[]): Promise<NamedConcept[]> => thesaurus.byIds(ids),

    /**
     * Adds a word or phrase to a concept of the thesaurus.
     * @throws DomainError INVALID for a phrase that is too long or an unknown concept, CONFLICT for a known word
     */
    async addCustomSynonym(
      viewer: Viewer,
      input: { word: string; conceptId: string },
      gapId: number | null = null,
    ): Promise<WordForConcept> {
      const admin = requireAdmin(viewer);
      const { word, conceptId } = parseInput(wordInput, input);
      const { nameRu, nameEn } = await conceptOf('conceptId', conceptId);
      if (await thesaurus.says(word, conceptId)) throw knownAlready();
      return inTransaction(async (context) => {
        await context.store.lock();
        const key = phraseKey(word);
        const known = await context.store.words();
        const isKnown = known.some(
          (one) => one.conceptId === conceptId && phraseKey(one.word) === key,
        );
        if (isKnown) throw knownAlready();
        refuseWhenFull(known.length, limits.lists.customSynonyms);
        const added = await context.store.addWord({ word, conceptId });
        await recordCustomConcept(context, admin, 'word.taught', { ...added, nameRu, nameEn });
        const vocabulary = { kind: 'word', id: added.id, by: admin.user.id } as const;
        if (gapId !== null) await context.closeGap(gapId, vocabulary);
        return added;
      });
    },

    /** Removes an added word. @throws DomainError NOT_FOUND */
    async removeCustomSynonym(viewer: Viewer, id: number): Promise<void> {
      const admin = requireAdmin(viewer);
      const known = (await store.words()).find((one) => one.id === id);
      const [concept] = known ? await thesaurus.byIds([known.conceptId]) : [];
      await inTransaction(async (context) => {
        const removed = await context.store.removeWord(id);
        if (!removed) throw new DomainError('NOT_FOUND', 'There is no such word');
        const { nameRu = removed.conceptId, nameEn = removed.conceptId } = concept ?? {};
        await recordCustomConcept(context, admin, 'word.forgotten', { ...removed, nameRu, nameEn });
      });
    },

    /**
     * Creates a concept; a search for any of its words finds texts with any other.
     * @throws DomainError INVALID for words past a limit or an unknown broader concept, CONFLICT when another concept
     * has such a word
     */
    async addCustomConcept(
      viewer: Viewer,
      input: ConceptInput,
      gapId: number | null = null,
    ): Promise<CustomConcept> {
      const admin = requireAdmin(viewer);
      const concept = checked(input);
      await requireBroader(concept.broaderId);
      return inTransaction(async (context) => {
        await context.store.lock();
        const known = await context.store.concepts();
        refuseKnown(concept, known);
        refuseWhenFull(known.length, limits.lists.customConcepts);
        const added = await context.store.addConcept(concept);
        await recordCustomConcept(context, admin, 'concept.taught', { ...added });
        const vocabulary = { kind: 'concept', id: added.id, by: admin.user.id } as const;
        if (gapId !== null) await context.closeGap(gapId, vocabulary);
        return added;
      });
    },

    /**
     * Changes names, words or the broader concept; missing fields stay unchanged.
     * @throws DomainError as `addCustomConcept`; NOT_FOUND
     */
    async updateCustomConcept(
      viewer: Viewer,
      id: number,
      changes: ConceptChanges,
    ): Promise<CustomConcept> {
      const admin = requireAdmin(viewer);
      const asked = await changedOf(store, id, changes);
      await requireBroader(asked.after.broaderId);
      return inTransaction(async (context) => {
        await context.store.lock();
        const { before, after, all } = await changedOf(context.store, id, changes);
        if (isDeepStrictEqual(before, after)) return before;
        refuseKnown(
          after,
          all.filter((one) => one !== before),
        );
        await context.store.updateCustomConcept(after);
        await context.activity.record({
          actorId: admin.user.id,
          action: 'concept.changed',
          subjectType: 'concept',
          subjectId: String(id),
          before: factsOf(before),
          after: factsOf(after),
        });
        return after;
      });
    },

    /** Removes a concept. @throws DomainError NOT_FOUND */
    async removeCustomConcept(viewer: Viewer, id: number): Promise<void> {
      const admin = requireAdmin(viewer);
      await inTransaction(async (context) => {
        const removed = await context.store.removeConcept(id);
        if (!removed) throw new DomainError('NOT_FOUND', 'There is no such concept');
        await recordCustomConcept(context, admin, 'concept.forgotten', { ...removed });
      });
    },
  };
};
