// Thesaurus: the concepts of the field with their words, how they are linked, and which of them a text mentions.
import type { ThesaurusLines } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { readLists } from '../vocabulary/words/readWords.ts';
import { factsOf, isCyrillic, stemOf, tokens, type Token } from './tokenizer.ts';
import { KnownNames } from './knownNames.ts';

export interface Concept {
  readonly id: string;
  readonly ru: string;
  readonly en: string;
  readonly phrases: readonly string[];
  /** Ids of concepts. */
  readonly broader: readonly string[];
  readonly narrower: string[];
  readonly related: string[];
  /** It occurs in queries only, in all its words: a knight, the weather. No service is for it, even by its tasks. */
  readonly isOnlyAsked: boolean;
  /** People ask for it outside of work: for dinner, a flat, the weather. */
  readonly isBeyondWork: boolean;
  /** A property that a service should have besides its task, such as free. */
  readonly isConstraint: boolean;
}

/** A text of a service says less than a query: some phrases have other meanings too. */
export type Source = 'query' | 'text';

/** The id of a concept, and the places of the words that say it. */
interface Mention {
  concept: string;
  places: number[];
}

interface Phrase {
  concept: string;
  /** The roots and directions of its words. */
  senses: readonly string[];
  /** A direction among them keeps their order. */
  isOrdered: boolean;
  /** It says the concept in a query alone. */
  isAsked: boolean;
}

interface Sense {
  sense: string;
  place: number;
}

const constraints = readLists('words.txt')('constraints');
const denial = '-';
const isDirection = (sense: string): boolean => ['<', '>', denial].includes(sense);
/** Maximum distance between the words of a phrase. */
const reach = 4;

type Relation = 'concept' | 'narrower' | 'narrowest' | 'broader' | 'related';

/** A shorter stem is that of too many words. */
const shortestStem = 4;

export class Thesaurus {
  /** By id. */
  readonly concepts = new Map<string, Concept>();
  readonly names = new KnownNames((word) => this.conceptsOfWord(word));
  /** All words of all phrases: they are never corrected. */
  readonly words = new Set<string>();
  /** Words of everyday language that no concept says: each means itself, and is no typing error. */
  private readonly ordinaryWords = new Set<string>();
  private readonly ordinaryStems = new Set<string>();
  /** Phrases by the word that is looked for first: the first where the order counts, else the longest, which is the rarest. */
  private readonly phrases = new Map<string, Phrase[]>();

  constructor({ concepts, names, ordinary }: ThesaurusLines) {
    for (const { id, ru, en, askedOnly, broader, related } of concepts) {
      const phrases = [...ru, ...en];
      this.concepts.set(id, {
        id,
        ru: ru[0] ?? en[0] ?? id,
        en: en[0] ?? ru[0] ?? id,
        phrases,
        broader,
        narrower: [],
        related: [...related],
        isOnlyAsked: phrases.every((phrase) => askedOnly.includes(phrase)),
        isBeyondWork: broader.includes('beyond-work'),
        isConstraint: constraints.includes(id),
      });
    }
    for (const { id, ru, en, askedOnly, broader, related } of concepts) {
      for (const phrase of [...ru, ...en]) {
        const words = tokens(phrase);
        for (const { word, isStop } of words) if (!isStop) this.words.add(word);
        this.addPhrase(words, id, askedOnly.includes(phrase));
      }
      for (const other of broader) this.concepts.get(other)!.narrower.push(id);
      for (const other of related) {
        const theirs = this.concepts.get(other)!.related;
        if (!theirs.includes(id)) theirs.push(id);
      }
    }
    for (const name of names) this.names.add(name);
    for (const word of ordinary) {
      this.ordinaryWords.add(word);
      this.ordinaryStems.add(stemOf(word));
    }
  }

  private addPhrase(words: readonly Token[], concept: string, isAsked: boolean): void {
    const read = words.flatMap(({ sense }) => sense ?? []);
    const senses = read.every(isDirection) ? words.map(({ root }) => root) : read;
    if (senses.length === 0) return;
    const isOrdered = senses.some(isDirection);
    const anchor = isOrdered ? senses[0]! : senses.reduce((a, b) => (b.length > a.length ? b : a));
    const phrase = { concept, senses, isOrdered, isAsked };
    this.phrases.set(anchor, [...(this.phrases.get(anchor) ?? []), phrase]);
  }

  /** A concept and those around it; `narrowest` are the narrower ones of the narrower. */
  around(concept: string): (readonly [Relation, string])[] {
    const { narrower, broader, related } = this.concepts.get(concept)!;
    const narrowest = narrower.flatMap((one) => this.concepts.get(one)!.narrower);
    const all = { concept: [concept], narrower, narrowest, broader, related };
    return (Object.keys(all) as Relation[]).flatMap((relation) =>
      all[relation].map((one) => [relation, one] as const),
    );
  }

  /** True when the root of the word is one of a concept. */
  knows(word: string): boolean {
    return this.phrases.has(factsOf(word).root);
  }

  /** True for an ordinary word, or a form of one. */
  isOrdinary(word: string): boolean {
    if (this.ordinaryWords.has(word)) return true;
    const { stem } = factsOf(word);
    if (stem.length < shortestStem || (stem === word && !isCyrillic(word))) return false;
    return this.ordinaryStems.has(stem);
  }

  /** The concepts that words say. What a text does without says nothing, nor any phrase with it: "without code" is not "code". */
  mentions(words: readonly Token[], source: Source = 'query'): Mention[] {
    const senses = words.flatMap(({ sense }, place) => (sense === null ? [] : { sense, place }));
    const held = new Set(senses.map(({ sense }) => sense));
    const found: Mention[] = [];
    for (const [at, { sense }] of senses.entries())
      for (const phrase of this.phrases.get(sense) ?? []) {
        if (phrase.isAsked && source === 'text') continue;
        // Most phrases of a common word end here: their places are costly to look for.
        if (!phrase.senses.every((one) => held.has(one))) continue;
        const places = (phrase.isOrdered ? placesInOrder : placesAround)(senses, at, phrase);
        const isDenied =
          !phrase.senses.includes(denial) && places?.some((one) => words[one]!.isDenied);
        if (places && !isDenied) found.push({ concept: phrase.concept, places });
      }
    return found;
  }

  /** The concepts that a word says by itself. */
  conceptsOfWord(word: string): string[] {
    const { root } = factsOf(word);
    return (this.phrases.get(root) ?? [])
      .filter(({ senses }) => senses.every((one) => one === root))
      .map(({ concept }) => concept);
  }
}

/** Positions of the words of a phrase that are near each other, in any order. */
function placesAround(senses: readonly Sense[], at: number, phrase: Phrase): number[] | null {
  const near = senses.slice(Math.max(0, at - reach), at + reach + 1);
  const others = phrase.senses.filter((sense) => sense !== senses[at]!.sense);
  const found = others.map((other) => near.findLast(({ sense }) => sense === other)?.place);
  const places = [senses[at]!.place, ...found];
  return places.every((place) => place !== undefined) ? places : null;
}

/** Each word of the phrase follows the one before; a word may stand between. */
function placesInOrder(senses: readonly Sense[], at: number, phrase: Phrase): number[] | null {
  const places = [senses[at]!.place];
  let from = at;
  for (const sense of phrase.senses.slice(1)) {
    from += senses[from + 1]?.sense === sense ? 1 : 2;
    if (senses[from]?.sense !== sense) return null;
    if (!isDirection(sense)) places.push(senses[from]!.place);
  }
  return places;
}
