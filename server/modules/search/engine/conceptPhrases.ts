// The phrases of the thesaurus by what they mean, packed: there are tens of thousands, and every text of the catalogue is compared
// with them.
import { deniedPlaces, type Token } from './tokenizer.ts';

/** A concept, and the places of the words that say it. */
export interface Mention {
  concept: number;
  places: number[];
}

/** Words of a text with what the thesaurus reads of each. */
export type Words = readonly Pick<Token, 'word' | 'sense' | 'isStop'>[];

/** What is looked at in a text: roots and directions, stop words left out, and where they stand. */
interface Senses {
  /** The numbers of senses; 0 for what no phrase holds. */
  numbers: number[];
  places: number[];
}

interface Learned {
  senses: readonly number[];
  /** The one by which it is looked for. */
  anchor: number;
  /** A direction among them keeps their order. */
  isOrdered: boolean;
  concept: number;
  /** Says the concept in a query alone: in the text of a service it has other meanings too. */
  isAsked: boolean;
}

const directionsInOrder: readonly string[] = ['<', '>', '-'];
/** What `-` is by number: the last of the directions, which come before all roots. */
const without = directionsInOrder.length;
const isDirection = (sense: string): boolean => directionsInOrder.includes(sense);

/** How far the words of a phrase may be apart. */
const reach = 4;
/** As many as two bytes tell apart. */
const mostConcepts = 65_536;
/** So many are packed between two steps. */
const packedAtOnce = 500;

/** What the words of a phrase say together: their roots and directions; those that are not read say nothing. */
function tellingIn(words: readonly Token[]): string[] {
  const said = words.flatMap(({ sense }) => sense ?? []);
  return said.every(isDirection) ? words.map(({ root }) => root) : said;
}

export class Phrases {
  /** What phrases are made of: directions and roots by their numbers. */
  private readonly numbers = new Map(directionsInOrder.map((sense, place) => [sense, place + 1]));
  /** Until they are packed. */
  private learned: Learned[] = [];
  /** By the number of the sense that a phrase is looked for by: the first of its phrases; one more for the end. */
  private starts = new Uint32Array(2);
  /** By phrase. */
  private concepts = new Uint16Array();
  private asked = new Uint8Array();
  /** By phrase: where its other words begin among all; one more for the end. */
  private othersFrom = new Uint32Array(1);
  private others = new Uint32Array();
  /** All words of the phrases that keep their order. */
  private readonly inOrder = new Map<number, readonly number[]>();
  /** By number: the last text that holds it, so that most phrases are passed over at one look. */
  private lastText = new Uint32Array(1);
  private text = 0;

  private numberOf(sense: string): number {
    const known = this.numbers.get(sense);
    if (known !== undefined) return known;
    const number = this.numbers.size + 1;
    this.numbers.set(sense, number);
    return number;
  }

  /**
   * Takes a phrase for a concept; it is found once all are packed.
   * @throws RangeError when the concept has no room: it would be taken for another one
   */
  learn(words: readonly Token[], concept: number, isAsked: boolean): void {
    if (concept >= mostConcepts)
      throw new RangeError(`The thesaurus has room for ${mostConcepts} concepts`);
    const said = tellingIn(words);
    const [first] = said;
    if (first === undefined) return;
    const isOrdered = said.some(isDirection);
    // Looked for by its first word, or by its longest, which few texts hold.
    const anchor = isOrdered ? first : said.reduce((a, b) => (b.length > a.length ? b : a));
    this.learned.push({
      senses: said.map((sense) => this.numberOf(sense)),
      anchor: this.numberOf(anchor),
      isOrdered,
      concept,
      isAsked,
    });
  }

  /** Packs what was learned, some at each step: for who has others waiting. */
  *packing(): Generator<undefined> {
    const { learned } = this;
    this.starts = new Uint32Array(this.numbers.size + 2);
    for (const { anchor } of learned) this.starts[anchor + 1]! += 1;
    for (let number = 1; number < this.starts.length; number += 1)
      this.starts[number]! += this.starts[number - 1]!;
    const next = this.starts.slice();
    const order = new Uint32Array(learned.length);
    for (const [place, { anchor }] of learned.entries()) order[next[anchor]!++] = place;
    yield;
    this.concepts = new Uint16Array(learned.length);
    this.asked = new Uint8Array(learned.length);
    this.othersFrom = new Uint32Array(learned.length + 1);
    const others: number[] = [];
    for (const [phrase, place] of order.entries()) {
      const { senses, anchor, isOrdered, concept, isAsked } = learned[place]!;
      this.concepts[phrase] = concept;
      this.asked[phrase] = Number(isAsked);
      for (const sense of senses) if (sense !== anchor) others.push(sense);
      this.othersFrom[phrase + 1] = others.length;
      if (isOrdered) this.inOrder.set(phrase, senses);
      if (phrase % packedAtOnce === 0) yield;
    }
    this.others = Uint32Array.from(others);
    this.lastText = new Uint32Array(this.numbers.size + 1);
    this.learned = [];
  }

  /** Whether a phrase is looked for by it. */
  holds(sense: string): boolean {
    const number = this.numbers.get(sense) ?? 0;
    return this.starts[number]! < this.starts[number + 1]!;
  }

  /** The concepts that a sense says by itself. */
  saidBy(sense: string): number[] {
    const number = this.numbers.get(sense) ?? 0;
    const found: number[] = [];
    for (let phrase = this.starts[number]!; phrase < this.starts[number + 1]!; phrase += 1) {
      if (this.othersFrom[phrase] === this.othersFrom[phrase + 1])
        found.push(this.concepts[phrase]!);
    }
    return found;
  }

  /**
   * The concepts that a query asks for, or the text of a service says; what it does without is not said, nor any phrase with it: "without code" is not "code".
   */
  mentions(words: Words, source: 'query' | 'text'): Mention[] {
    const senses = this.sensesOf(words);
    const denied = senses.numbers.includes(without) ? deniedPlaces(words) : null;
    const found: Mention[] = [];
    for (let at = 0; at < senses.numbers.length; at += 1) {
      const number = senses.numbers[at]!;
      for (let phrase = this.starts[number]!; phrase < this.starts[number + 1]!; phrase += 1) {
        if (!this.mayBeSaid(phrase, source)) continue;
        const inOrder = this.inOrder.get(phrase);
        const places = inOrder
          ? placesInOrder(senses, at, inOrder)
          : this.placesAround(phrase, senses, at);
        if (!places) continue;
        const isWithout = inOrder?.includes(without) ?? false;
        if (denied && !isWithout && places.some((one) => denied.has(one))) continue;
        found.push({ concept: this.concepts[phrase]!, places });
      }
    }
    return found;
  }

  // Loops without iterators: every text of the catalogue passes here.
  private sensesOf(words: Words): Senses {
    const { lastText } = this;
    const numbers: number[] = [];
    const places: number[] = [];
    this.text += 1;
    for (let place = 0; place < words.length; place += 1) {
      const { sense } = words[place]!;
      if (sense === null) continue;
      const number = this.numbers.get(sense) ?? 0;
      lastText[number] = this.text;
      numbers.push(number);
      places.push(place);
    }
    return { numbers, places };
  }

  /** Whether the text of the last senses holds all other words of a phrase. */
  private mayBeSaid(phrase: number, source: 'query' | 'text'): boolean {
    if (source === 'text' && this.asked[phrase] === 1) return false;
    for (let other = this.othersFrom[phrase]!; other < this.othersFrom[phrase + 1]!; other += 1) {
      if (this.lastText[this.others[other]!] !== this.text) return false;
    }
    return true;
  }

  /** Where the words of a phrase stand that are near each other, in any order. */
  private placesAround(phrase: number, all: Senses, at: number): number[] | null {
    const { numbers } = all;
    const places = [all.places[at]!];
    const from = Math.max(0, at - reach);
    for (let part = this.othersFrom[phrase]!; part < this.othersFrom[phrase + 1]!; part += 1) {
      const sense = this.others[part]!;
      let other = Math.min(numbers.length - 1, at + reach);
      while (other >= from && numbers[other] !== sense) other -= 1;
      if (other < from) return null;
      places.push(all.places[other]!);
    }
    return places;
  }
}

/** Each word of the phrase follows the one before; a word may stand between. */
function placesInOrder(all: Senses, at: number, phrase: readonly number[]) {
  const places = [all.places[at]!];
  let from = at;
  for (const sense of phrase.slice(1)) {
    from += all.numbers[from + 1] === sense ? 1 : 2;
    if (all.numbers[from] !== sense) return null;
    if (sense > without) places.push(all.places[from]!);
  }
  return places;
}
