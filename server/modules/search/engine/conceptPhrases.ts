// Phrase matching: finds in a text the concepts that its words say together.
import { deniedPlaces, type Token } from './tokenizer.ts';

/** A concept, and the places of the words that say it. */
export interface Mention {
  concept: number;
  places: number[];
}

/** Words of a text with what phrases are made of. */
export type Words = readonly Pick<Token, 'word' | 'sense' | 'isStop'>[];

interface Phrase {
  concept: number;
  /** The roots and directions of its words. */
  senses: readonly string[];
  /** A direction among them keeps their order. */
  isOrdered: boolean;
  /** Says the concept in a query alone: in the text of a service it has other meanings too. */
  isAsked: boolean;
}

/** A word that is read, with its place in the text. */
interface Sense {
  sense: string;
  place: number;
}

const denial = '-';
const isDirection = (sense: string): boolean => sense === '<' || sense === '>' || sense === denial;
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

  /** Whether a phrase is looked for by it. */
  has(sense: string): boolean {
    return this.byAnchor.has(sense);
  }

  /** The concepts that a sense says by itself. */
  saidBy(sense: string): number[] {
    return (this.byAnchor.get(sense) ?? []).flatMap(({ senses, concept }) =>
      senses.every((one) => one === sense) ? [concept] : [],
    );
  }

  /**
   * The concepts that a query asks for, or the text of a service says. What it does without is not said, nor any phrase with it:
   * "without code" is not "code".
   */
  mentions(words: Words, source: 'query' | 'text'): Mention[] {
    const senses: Sense[] = [];
    for (const [place, { sense }] of words.entries())
      if (sense !== null) senses.push({ sense, place });
    const held = new Set(senses.map(({ sense }) => sense));
    const denied = deniedPlaces(words);
    const found: Mention[] = [];
    for (const [at, { sense }] of senses.entries())
      for (const phrase of this.byAnchor.get(sense) ?? []) {
        if (phrase.isAsked && source === 'text') continue;
        if (!phrase.senses.every((one) => held.has(one))) continue;
        const places = phrase.isOrdered
          ? placesInOrder(senses, at, phrase)
          : placesAround(senses, at, phrase);
        const isDenied = !phrase.senses.includes(denial) && places?.some((one) => denied.has(one));
        if (places && !isDenied) found.push({ concept: phrase.concept, places });
      }
    return found;
  }
}

/** Positions of the words of a phrase that are near each other, in any order. */
function placesAround(senses: readonly Sense[], at: number, phrase: Phrase): number[] | null {
  const near = senses.slice(Math.max(0, at - reach), at + reach + 1);
  const places = [senses[at]!.place];
  for (const other of phrase.senses) {
    if (other === senses[at]!.sense) continue;
    const found = near.findLast(({ sense }) => sense === other);
    if (!found) return null;
    places.push(found.place);
  }
  return places;
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
