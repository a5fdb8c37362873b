// Types and rules of custom concepts, and of words added to concepts of the thesaurus.
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import { filledLine } from '../../shared/validation.ts';
import { phrase, phraseKey } from './customSynonyms.ts';
import type { Thesaurus } from './engine/thesaurus.ts';

export interface NamedConcept {
  id: string;
  nameRu: string;
  nameEn: string;
}

/** The concepts with these ids, in that order; unknown ids are skipped. */
export const conceptsIn = (thesaurus: Thesaurus, ids: readonly string[]): NamedConcept[] =>
  ids.flatMap((id) => {
    const concept = thesaurus.concepts.get(id);
    return concept ? { id, nameRu: concept.ru, nameEn: concept.en } : [];
  });

/** A word or phrase added to a concept. */
export interface WordForConcept {
  id: number;
  word: string;
  conceptId: string;
}

/** A concept that admins have created. */
export interface CustomConcept {
  id: number;
  nameRu: string;
  nameEn: string;
  wordsRu: string[];
  wordsEn: string[];
  /** Id of the broader concept in the thesaurus. */
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

/** Changes of a concept; a null broader concept clears it. */
export type ConceptChanges = {
  [Field in keyof Omit<CustomConcept, 'id'>]?: CustomConcept[Field] | null | undefined;
};

/** Comparison keys of a concept's names and words; a name may be the same in both languages. */
export const keysOf = ({
  nameRu,
  nameEn,
  wordsRu,
  wordsEn,
}: Omit<CustomConcept, 'id'>): string[] => [
  ...new Set([nameRu, nameEn].map(phraseKey)),
  ...[...wordsRu, ...wordsEn].map(phraseKey),
];
