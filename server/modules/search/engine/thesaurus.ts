// The concepts of the field, and which of them a text mentions.
import type { ThesaurusLines } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { factsOf, ownCopy, tokens } from './tokenizer.ts';
import { KnownNames } from './knownNames.ts';
import { OrdinaryWords } from './ordinaryWords.ts';
import { Phrases, type Mention, type Words } from './conceptPhrases.ts';
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

export class Thesaurus {
  concepts: readonly Concept[] = [];
  /** Places of the concepts by their ids. */
  readonly places = new Map<string, number>();
  readonly names = new KnownNames((word) => this.getWordConcepts(word));
  /** All words of all phrases: they are never mended. */
  readonly words = new Set<string>();
  readonly ordinary = new OrdinaryWords();
  /** How they sound: worked out for the first index that learns them. */
  private readonly sounds = new Map<string, readonly string[]>();
  private readonly phrases = new Phrases();
  private readonly onlyAsked = new Set<number>();

  constructor(lines: ThesaurusLines) {
    for (const _learned of this.learning(lines));
  }

  /** Learns the lines of an empty thesaurus, one at each step: for who has others waiting. */
  *learning({ concepts, names, ordinary }: ThesaurusLines): Generator<undefined> {
    for (const [place, { id }] of concepts.entries()) this.places.set(ownCopy(id), place);
    const placesOf = (ids: readonly string[]) => ids.map((id) => this.places.get(id)!);
    const ids = [...this.places.keys()];
    this.concepts = concepts.map(({ ru, en, broader, related }, place) => {
      const id = ids[place]!;
      const phrases = [...ru, ...en].map(ownCopy);
      const [first = id] = phrases;
      return {
        id,
        ru: first,
        en: phrases[ru.length] ?? first,
        phrases,
        broader: placesOf(broader),
        narrower: [],
        related: placesOf(related),
      };
    });
    for (const [place, { phrases, broader }] of this.concepts.entries()) {
      const askedOnly = new Set(concepts[place]!.askedOnly);
      if (phrases.every((phrase) => askedOnly.has(phrase))) this.onlyAsked.add(place);
      for (const phrase of phrases) {
        const words = tokens(phrase);
        for (const { word, isStop } of words) if (!isStop) this.words.add(word);
        this.phrases.learn(words, place, askedOnly.has(phrase));
      }
      for (const other of broader) this.concepts[other]!.narrower.push(place);
      for (const other of placesOf(concepts[place]!.related)) {
        if (!this.concepts[other]!.related.includes(place))
          this.concepts[other]!.related.push(place);
      }
      yield;
    }
    yield* this.phrases.packing();
    for (const name of names) {
      this.names.learn(name, placesOf(name.concepts));
      yield;
    }
    yield* this.ordinary.learning(ordinary);
  }

  /** How one of its words sounds. */
  soundsOf(word: string): readonly string[] {
    let sounds = this.sounds.get(word);
    if (!sounds) this.sounds.set(word, (sounds = soundsOf(word)));
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

  knows(word: string): boolean {
    return this.words.has(word) || this.phrases.holds(factsOf(word).root);
  }

  /** The concepts that a query asks for, or the text of a service says. */
  mentions(words: Words, source: 'query' | 'text' = 'query'): Mention[] {
    return this.phrases.mentions(words, source);
  }

  /** The concepts that a word says by itself. */
  getWordConcepts(word: string): number[] {
    return this.phrases.saidBy(factsOf(word).root);
  }
}
