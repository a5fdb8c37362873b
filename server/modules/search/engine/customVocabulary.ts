// Custom synonyms, words and concepts of admins: what they are, and where a text says them.
import { tokens, type Token } from './tokenizer.ts';
import { customConceptTerm } from './searchDocument.ts';
import type { Language } from '../../../shared/language.ts';

export interface Pair {
  word: string;
  synonym: string;
}

/** A word or phrase that says a concept of the thesaurus. */
export interface CustomSynonym {
  word: string;
  concept: string;
}

export interface CustomConcept {
  id: number;
  /** Names in both languages; searches match them as well as `words`. */
  ru: string;
  en: string;
  words: readonly string[];
  /** The id of the concept of the thesaurus of which it is a kind. */
  broader: string | null;
}

export type Phrase = readonly Token[];

export interface ParsedConcept extends Omit<CustomConcept, 'words'> {
  /** All that it is called and said with. */
  names: readonly string[];
  phrases: readonly Phrase[];
}

/** Positions of the words of a phrase one after the other; none where they do not. */
export function placesOf(phrase: Phrase, all: Phrase): number[] {
  const from = all.findIndex((_, start) =>
    phrase.every(({ stem }, place) => all[start + place]?.stem === stem),
  );
  return from < 0 ? [] : phrase.map((_, place) => from + place);
}

/** The id of a custom concept among those of the thesaurus. */
export const customConceptId = (id: number): string => `own-${id}`;

export class CustomVocabulary {
  readonly concepts: readonly ParsedConcept[];
  /** Each pair in both directions. */
  readonly pairs: (readonly [Phrase, Phrase])[];
  readonly words: { phrase: Phrase; concept: string }[];
  private readonly phrases: readonly Phrase[];
  private readonly stems: ReadonlySet<string>;

  constructor(
    pairs: readonly Pair[],
    words: readonly CustomSynonym[] = [],
    concepts: readonly CustomConcept[] = [],
  ) {
    const both = pairs.map(({ word, synonym }) => [tokens(word), tokens(synonym)] as const);
    this.pairs = both.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]);
    this.words = words.map(({ word, concept }) => ({ phrase: tokens(word), concept }));
    this.concepts = concepts.map(({ words: said, ...concept }) => {
      const names = [...new Set([concept.ru, concept.en, ...said])];
      return { ...concept, names, phrases: names.map(tokens) };
    });
    this.phrases = [
      ...both.flat(),
      ...this.words.map(({ phrase }) => phrase),
      ...this.concepts.flatMap(({ phrases }) => phrases),
    ];
    this.stems = new Set(this.phrases.flat().map(({ stem }) => stem));
  }

  /** True for the stem of a custom word, which spell correction leaves as it is. */
  knows(stem: string): boolean {
    return this.stems.has(stem);
  }

  /** True when the whole text is a custom word or phrase, which outranks a well-known name. */
  hasPhrase(text: string): boolean {
    const words = tokens(text);
    return this.phrases.some(
      (phrase) => phrase.length === words.length && placesOf(phrase, words).length > 0,
    );
  }

  concept(id: string): ParsedConcept | undefined {
    return this.concepts.find((one) => customConceptId(one.id) === id);
  }

  /** The names of the custom concepts that are highlighted and that the texts say. */
  saidIn(
    texts: readonly (string | null)[],
    marked: ReadonlyMap<string, number>,
    language: Language,
  ): string[] {
    const asked = this.concepts.filter(({ id }) => marked.has(customConceptTerm(id)));
    if (asked.length === 0) return [];
    const all = texts.map((text) => tokens(text ?? ''));
    return asked
      .filter(({ phrases }) =>
        phrases.some((phrase) => all.some((text) => placesOf(phrase, text).length > 0)),
      )
      .map((concept) => concept[language]);
  }
}
