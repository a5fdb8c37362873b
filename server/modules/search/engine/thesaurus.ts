// Thesaurus: the concepts of the field with their words, how they are linked, and which of them a text mentions.
import type { ThesaurusLines } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { factsOf, stemOf, tokens } from './tokenizer.ts';
import { KnownNames } from './knownNames.ts';
import { ConceptPhrases, type Mention, type Words } from './conceptPhrases.ts';
import { soundsOf } from './phonetics.ts';

export interface Concept {
  readonly id: string;
  /** What it is called in either language. */
  readonly ru: string;
  readonly en: string;
  /** All that it is said with. */
  readonly phrases: readonly string[];
  readonly broader: number[];
  readonly narrower: number[];
  readonly related: number[];
}

/** A shorter stem is that of too many words: hamful is no ham. */
const shortestStem = 4;
const longestEnd = 3;
/** What an English word ends with beside its stem; a Russian one ends with anything that is short. */
const englishEnd = /^(?:e?s|e?d|ings?|e?rs?|e?st|ly|y|ies|ied)$/;
const isLatin = /^[a-z]+$/;

export class Thesaurus {
  concepts: readonly Concept[] = [];
  /** Places of the concepts by their ids. */
  readonly places = new Map<string, number>();
  readonly names = new KnownNames((word) => this.conceptsOfWord(word));
  /** All words of all phrases: they are never corrected. */
  readonly words = new Set<string>();
  /** Words of everyday language that no concept says: each means itself, and is no typing error. */
  private readonly ordinaryWords = new Set<string>();
  private readonly ordinaryStems = new Set<string>();
  private readonly sounds = new Map<string, readonly string[]>();
  private readonly phrases = new ConceptPhrases();
  private readonly onlyAsked = new Set<number>();

  constructor(lines: ThesaurusLines) {
    for (const _line of this.loading(lines));
  }

  /** Loads the lines into an empty thesaurus, one at each step: others may be answered between two steps. */
  *loading({ concepts, names, ordinary }: ThesaurusLines): Generator<undefined> {
    for (const [place, { id }] of concepts.entries()) this.places.set(id, place);
    const placesOf = (ids: readonly string[]) => ids.map((id) => this.places.get(id)!);
    this.concepts = concepts.map(({ id, ru, en, broader, related }) => ({
      id,
      ru: ru[0] ?? en[0] ?? id,
      en: en[0] ?? ru[0] ?? id,
      phrases: [...ru, ...en],
      broader: placesOf(broader),
      narrower: [],
      related: placesOf(related),
    }));
    for (const [place, { phrases, broader }] of this.concepts.entries()) {
      const askedOnly = new Set(concepts[place]!.askedOnly);
      if (phrases.every((phrase) => askedOnly.has(phrase))) this.onlyAsked.add(place);
      for (const phrase of phrases) {
        const words = tokens(phrase);
        for (const { word, isStop } of words) if (!isStop) this.words.add(word);
        this.phrases.add(words, place, askedOnly.has(phrase));
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

  /** How one of its words sounds. */
  soundsOf(word: string): readonly string[] {
    const sounds = this.sounds.get(word) ?? soundsOf(word);
    this.sounds.set(word, sounds);
    return sounds;
  }

  /** Whether somebody asks for it who is not at work: for dinner, a flat, the weather. */
  isBeyondWork(concept: number): boolean {
    const root = this.places.get('beyond-work');
    return root !== undefined && this.concepts[concept]!.broader.includes(root);
  }

  /** Whether it is only asked with, in all its words: a knight, the weather. No service is for it, not even by its tasks. */
  isOnlyAsked(concept: number): boolean {
    return this.onlyAsked.has(concept);
  }

  /** Whether the word, or one with its root, is one of a concept. */
  knows(word: string): boolean {
    return this.words.has(word) || this.phrases.has(factsOf(word).root);
  }

  /** Whether it is an ordinary word, or a form of one: what follows the stem is an ending, and no other word. */
  isOrdinary(word: string): boolean {
    if (this.ordinaryWords.has(word)) return true;
    const { stem } = factsOf(word);
    const end = word.slice(stem.length);
    const isEnd = isLatin.test(word) ? englishEnd.test(end) : end.length <= longestEnd;
    const isForm = stem.length >= shortestStem && end.length <= Math.ceil(stem.length / 2) && isEnd;
    return isForm && this.ordinaryStems.has(stem);
  }

  /** The concepts that a query asks for, or the text of a service says. */
  mentions(words: Words, source: 'query' | 'text' = 'query'): Mention[] {
    return this.phrases.mentions(words, source);
  }

  /** The concepts that a word says by itself. */
  conceptsOfWord(word: string): number[] {
    return this.phrases.saidBy(factsOf(word).root);
  }
}
