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
  /** The roots and directions of its words, the one by which it is looked for among them. */
  senses: readonly string[];
  /** The senses besides that one. */
  others: readonly string[];
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
/** How far the words of a phrase may be apart. */
const reach = 4;

/** The phrases that are looked for by one sense: those of it alone, others by another of their senses. */
interface Anchored {
  alone: Phrase[];
  byOther: Map<string, Phrase[]>;
}

export class ConceptPhrases {
  private readonly byAnchor = new Map<string, Anchored>();

  add(words: readonly Token[], concept: number, isAsked: boolean): void {
    const read = words.flatMap(({ sense }) => sense ?? []);
    const senses = read.every(isDirection) ? words.map(({ root }) => root) : read;
    const [first] = senses;
    if (first === undefined) return;
    const isOrdered = senses.some(isDirection);
    // Looked for by its first word, or by its longest, which few texts hold.
    const anchor = isOrdered ? first : senses.reduce((a, b) => (b.length > a.length ? b : a));
    const others = senses.filter((sense) => sense !== anchor);
    const phrase = { concept, senses, others, isOrdered, isAsked };
    const anchored: Anchored = this.byAnchor.get(anchor) ?? { alone: [], byOther: new Map() };
    this.byAnchor.set(anchor, anchored);
    const [other] = others;
    if (other === undefined) anchored.alone.push(phrase);
    else anchored.byOther.set(other, [...(anchored.byOther.get(other) ?? []), phrase]);
  }

  /** Whether a phrase is looked for by it. */
  has(sense: string): boolean {
    return this.byAnchor.has(sense);
  }

  /** The concepts that a sense says by itself. */
  saidBy(sense: string): number[] {
    return (this.byAnchor.get(sense)?.alone ?? []).map(({ concept }) => concept);
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
    const denied = held.has(denial) ? deniedPlaces(words) : null;
    const found: Mention[] = [];
    const read = (phrase: Phrase, at: number): void => {
      if (phrase.isAsked && source === 'text') return;
      if (!phrase.others.every((other) => held.has(other))) return;
      const places = phrase.isOrdered
        ? placesInOrder(senses, at, phrase)
        : placesAround(senses, at, phrase);
      const isDenied = denied !== null && !phrase.senses.includes(denial);
      if (!places || (isDenied && places.some((one) => denied.has(one)))) return;
      found.push({ concept: phrase.concept, places });
    };
    for (const [at, { sense }] of senses.entries()) {
      const anchored = this.byAnchor.get(sense);
      if (!anchored) continue;
      for (const phrase of anchored.alone) read(phrase, at);
      if (anchored.byOther.size === 0) continue;
      for (const other of held)
        for (const phrase of anchored.byOther.get(other) ?? []) read(phrase, at);
    }
    return found;
  }
}

/** Where the words of a phrase stand that are near each other, in any order. */
function placesAround(senses: readonly Sense[], at: number, { others }: Phrase): number[] | null {
  const near = senses.slice(Math.max(0, at - reach), at + reach + 1);
  const places = [senses[at]!.place];
  for (const other of others) {
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
