// Types and rules of custom concepts and of words for concepts of the thesaurus.
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import { filledLine } from '../../shared/validation.ts';
import { phrase, phraseKey } from './customSynonyms.ts';
import type { Thesaurus } from './engine/thesaurus.ts';

/** A concept by its names. */
export interface NamedConcept {
  id: string;
  nameRu: string;
  nameEn: string;
}

/** The concepts with these ids, in that order, as far as there are any. */
export const conceptsIn = (thesaurus: Thesaurus, ids: readonly string[]): NamedConcept[] =>
  ids.flatMap((id) => {
    const concept = thesaurus.concepts[thesaurus.places.get(id) ?? -1];
    return concept ? { id, nameRu: concept.ru, nameEn: concept.en } : [];
  });

/** A word or phrase that says a concept. */
export interface WordForConcept {
  id: number;
  word: string;
  conceptId: string;
}

/** A concept that admins have made. */
export interface CustomConcept {
  id: number;
  nameRu: string;
  nameEn: string;
  wordsRu: string[];
  wordsEn: string[];
  /** The id of the concept of the thesaurus of which it is a kind. */
  broaderId: string | null;
}

const conceptId = filledLine(limits.text.conceptId);

export const wordInput = z.strictObject({ word: phrase(limits.text.synonym), conceptId });

const words = z.array(phrase(limits.text.synonym)).max(limits.lists.wordsOfConcept);

export const conceptInput = z.strictObject({
  nameRu: phrase(limits.text.conceptName),
  nameEn: phrase(limits.text.conceptName),
  wordsRu: words,
  wordsEn: words,
  broaderId: conceptId.nullish().transform((id) => id ?? null),
});
export type ConceptInput = z.input<typeof conceptInput>;

/** Changes of a concept; null removes the broader concept. */
export type ConceptChanges = {
  [Field in keyof Omit<CustomConcept, 'id'>]?: CustomConcept[Field] | null | undefined;
};

/** Phrases of a concept, as the search compares them; a name may be the same in both languages. */
export const keysOf = ({
  nameRu,
  nameEn,
  wordsRu,
  wordsEn,
}: Omit<CustomConcept, 'id'>): string[] => [
  ...new Set([nameRu, nameEn].map(phraseKey)),
  ...[...wordsRu, ...wordsEn].map(phraseKey),
];
