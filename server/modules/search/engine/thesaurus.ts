// Thesaurus: the concepts of the field with their words, how they are linked, and which of them a text mentions.
import type { ThesaurusLines } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { factsOf, isCyrillic, stemOf, tokens, type Token } from './tokenizer.ts';
import { KnownNames } from './knownNames.ts';
import { ConceptPhrases, type Mention, type Source } from './conceptPhrases.ts';

export interface Concept {
  readonly id: string;
  readonly ru: string;
  readonly en: string;
  readonly phrases: readonly string[];
  readonly broader: number[];
  readonly narrower: number[];
  readonly related: number[];
  /** It occurs in queries only, in all its words: a knight, the weather. No service is for it, even by its tasks. */
  readonly isOnlyAsked: boolean;
  /** People ask for it outside of work: for dinner, a flat, the weather. */
  readonly isBeyondWork: boolean;
}

type Relation = 'concept' | 'narrower' | 'narrowest' | 'broader' | 'related';

/** Suffix of a word beside its stem of four letters or more: hamful is no ham. */
const ending = /^(?:e?s|e?d|ings?|e?rs?|e?st|ly|y|ies|ied|[а-я]{0,3})$/;
const shortestStem = 4;

export class Thesaurus {
  concepts: readonly Concept[] = [];
  readonly places = new Map<string, number>();
  readonly names = new KnownNames((word) => this.conceptsOfWord(word));
  /** All words of all phrases: they are never corrected. */
  readonly words = new Set<string>();
  /** Words of everyday language that no concept says: each means itself, and is no typing error. */
  private readonly ordinaryWords = new Set<string>();
  private readonly ordinaryStems = new Set<string>();
  private readonly phrases = new ConceptPhrases();

  constructor(lines: ThesaurusLines) {
    for (const _line of this.loading(lines));
  }

  /** Loads the lines into an empty thesaurus, one at each step: others may be answered between two steps. */
  *loading({ concepts, names, ordinary }: ThesaurusLines): Generator<undefined> {
    for (const [place, { id }] of concepts.entries()) this.places.set(id, place);
    const placesOf = (ids: readonly string[]) => ids.map((id) => this.places.get(id)!);
    this.concepts = concepts.map(({ id, ru, en, askedOnly, broader, related }) => ({
      id,
      ru: ru[0] ?? en[0] ?? id,
      en: en[0] ?? ru[0] ?? id,
      phrases: [...ru, ...en],
      broader: placesOf(broader),
      narrower: [],
      related: placesOf(related),
      isOnlyAsked: [...ru, ...en].every((phrase) => askedOnly.includes(phrase)),
      isBeyondWork: broader.includes('beyond-work'),
    }));
    for (const [place, { phrases, broader }] of this.concepts.entries()) {
      for (const phrase of phrases) {
        const words = tokens(phrase);
        for (const { word, isStop } of words) if (!isStop) this.words.add(word);
        this.phrases.add(words, place, concepts[place]!.askedOnly.includes(phrase));
      }
      for (const other of broader) this.concepts[other]!.narrower.push(place);
      for (const other of placesOf(concepts[place]!.related)) {
        const { related } = this.concepts[other]!;
        if (!related.includes(place)) related.push(place);
      }
      yield;
    }
    for (const name of names) {
      this.names.add(name, placesOf(name.concepts));
      yield;
    }
    for (const word of ordinary) {
      this.ordinaryWords.add(word);
      this.ordinaryStems.add(stemOf(word));
      yield;
    }
  }

  /** A concept and those around it; `narrowest` are the narrower ones of the narrower. */
  around(concept: number): (readonly [Relation, number])[] {
    const { narrower, broader, related } = this.concepts[concept]!;
    const narrowest = narrower.flatMap((one) => this.concepts[one]!.narrower);
    const all = { concept: [concept], narrower, narrowest, broader, related };
    return (Object.keys(all) as Relation[]).flatMap((relation) =>
      all[relation].map((one) => [relation, one] as const),
    );
  }

  /** True when the word, or one with its root, is one of a concept. */
  knows(word: string): boolean {
    return this.words.has(word) || this.phrases.has(factsOf(word).root);
  }

  /** True for an ordinary word, or a form of one: the part after the stem is an ending, and no other word. */
  isOrdinary(word: string): boolean {
    if (this.ordinaryWords.has(word)) return true;
    const { stem } = factsOf(word);
    if (stem.length < shortestStem || (stem === word && !isCyrillic(word))) return false;
    return ending.test(word.slice(stem.length)) && this.ordinaryStems.has(stem);
  }

  mentions(words: readonly Token[], source: Source = 'query'): Mention[] {
    return this.phrases.mentions(words, source);
  }

  /** The concepts that a word says by itself. */
  conceptsOfWord(word: string): number[] {
    return this.phrases.saidBy(factsOf(word).root);
  }
}
