// Phrase matching: finds in a text the concepts that its words say together.
import type { Token } from './tokenizer.ts';

/** A text of a service says less than a query: some phrases have other meanings too. */
export type Source = 'query' | 'text';

/** A concept, and the places of the words that say it. */
export interface Mention {
  concept: number;
  places: number[];
}

interface Phrase {
  concept: number;
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

const denial = '-';
const isDirection = (sense: string): boolean => ['<', '>', denial].includes(sense);
/** Maximum distance between the words of a phrase. */
const reach = 4;

export class ConceptPhrases {
  /** Phrases by the word that is looked for first: the first where the order counts, else the longest, which is the rarest. */
  private readonly byAnchor = new Map<string, Phrase[]>();

  add(words: readonly Token[], concept: number, isAsked: boolean): void {
    const read = words.flatMap(({ sense }) => sense ?? []);
    const senses = read.every(isDirection) ? words.map(({ root }) => root) : read;
    if (senses.length === 0) return;
    const isOrdered = senses.some(isDirection);
    const anchor = isOrdered ? senses[0]! : senses.reduce((a, b) => (b.length > a.length ? b : a));
    const phrases = this.byAnchor.get(anchor) ?? [];
    phrases.push({ concept, senses, isOrdered, isAsked });
    this.byAnchor.set(anchor, phrases);
  }

  has(sense: string): boolean {
    return this.byAnchor.has(sense);
  }

  /** The concepts that a sense says by itself. */
  saidBy(sense: string): number[] {
    return (this.byAnchor.get(sense) ?? [])
      .filter(({ senses }) => senses.every((one) => one === sense))
      .map(({ concept }) => concept);
  }

  /** The concepts that words say. What a text does without says nothing, nor any phrase with it: "without code" is not "code". */
  mentions(words: readonly Token[], source: Source): Mention[] {
    const senses = words.flatMap(({ sense }, place) => (sense === null ? [] : { sense, place }));
    const held = new Set(senses.map(({ sense }) => sense));
    const found: Mention[] = [];
    for (const [at, { sense }] of senses.entries())
      for (const phrase of this.byAnchor.get(sense) ?? []) {
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
