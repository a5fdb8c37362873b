// The concepts of the field, and which of them a text mentions.
import type { ThesaurusLines } from '../thesaurus/parseThesaurus.ts';
import {
  deniedPlaces,
  factsOf,
  isCyrillic,
  nameKey,
  stemOf,
  tokens,
  type Token,
} from './analyse.ts';

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

/** A concept, and the places of the words that say it. */
export interface Mention {
  concept: number;
  places: number[];
}

/** The words of a phrase by what they mean; a direction among them keeps their order. */
interface Phrase {
  senses: string[];
  concept: number;
  isOrdered: boolean;
  /** Says the concept in a query alone: in the text of a service it has other meanings too. */
  isAsked: boolean;
}

/** What is looked at in a text: roots and directions, stop words left out. */
interface Sense {
  sense: string;
  place: number;
}

/** How far the words of a phrase may be apart. */
const reach = 4;
const isTurn = (sense: string | undefined): boolean => sense === '<' || sense === '>';
const isDirection = (sense: string | undefined): boolean => isTurn(sense) || sense === '-';

/** What the titles of services end with, though nobody says it. */
const endOfName = /(?<=...)(?:ai|io|app|com|ml|hq)$/;
const heard = (key: string): string =>
  isCyrillic(key) && key.length > 3 ? stemOf(key.replaceAll('э', 'е')) : key;

export class Thesaurus {
  concepts: readonly Concept[] = [];
  /** Places of the concepts by their ids. */
  readonly places = new Map<string, number>();
  /** Known names, written as one word, with the concepts of what they do. */
  readonly names = new Map<string, number[]>();
  /** How known names are written by ear, э as е, in any case. */
  private readonly byEar = new Map<string, string>();
  /** All words of all phrases: they are never mended. */
  readonly words = new Set<string>();
  private readonly phrases = new Map<string, Phrase[]>();

  constructor(lines: ThesaurusLines) {
    for (const _learned of this.learning(lines));
  }

  /** Learns the lines of an empty thesaurus, one at each step: for who has others waiting. */
  *learning({ concepts, names }: ThesaurusLines): Generator<undefined> {
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
      for (const phrase of phrases) this.learn(phrase, place, askedOnly.has(phrase));
      for (const other of broader) this.concepts[other]!.narrower.push(place);
      for (const other of placesOf(concepts[place]!.related)) {
        if (!this.concepts[other]!.related.includes(place))
          this.concepts[other]!.related.push(place);
      }
      yield;
    }
    for (const { forms, concepts: does } of names) {
      const [name = '', ...others] = forms.map((form) => nameKey(tokens(form)));
      this.names.set(name, placesOf(does));
      for (const other of others) this.byEar.set(heard(other), name);
      yield;
    }
  }

  /** Takes a phrase for a concept. */
  private learn(written: string, concept: number, isAsked: boolean): void {
    const all = tokens(written);
    for (const { word, isStop } of all) if (!isStop) this.words.add(word);
    let senses = sensesOf(all).map(({ sense }) => sense);
    if (senses.every(isDirection)) senses = all.map(({ root }) => root);
    if (isTurn(senses[0]) || isTurn(senses.at(-1))) {
      senses = senses.filter((sense) => !isTurn(sense));
    }
    const [first] = senses;
    if (first === undefined) return;
    const isOrdered = senses.some(isDirection);
    // Looked for by its first word, or by its longest, which few texts hold.
    const anchor = isOrdered ? first : senses.reduce((a, b) => (b.length > a.length ? b : a));
    const known = this.phrases.get(anchor);
    const phrase = { senses, concept, isOrdered, isAsked };
    if (known) known.push(phrase);
    else this.phrases.set(anchor, [phrase]);
  }

  /** The known name that is written so by ear. */
  nameByEar(key: string): string | undefined {
    return this.byEar.get(heard(key));
  }

  /** What the known service of this title does: Murf AI is Murf. */
  known(key: string): readonly number[] | undefined {
    const plain = key.replace(endOfName, '');
    return [key, this.nameByEar(key), plain, this.nameByEar(plain)]
      .map((name) => this.names.get(name ?? ''))
      .find((does) => does !== undefined);
  }

  knows(word: string): boolean {
    return this.words.has(word) || this.phrases.has(factsOf(word).root);
  }

  /**
   * The concepts that a query asks for, or the text of a service says; what it does without is not said, nor any phrase with it:
   * "without code" is not "code".
   */
  mentions(
    words: readonly Pick<Token, 'word' | 'sense' | 'isStop'>[],
    source: 'query' | 'text' = 'query',
  ): Mention[] {
    const senses = sensesOf(words);
    const denied = senses.some(({ sense }) => sense === '-') ? deniedPlaces(words) : null;
    const found: Mention[] = [];
    for (let at = 0; at < senses.length; at += 1) {
      for (const one of this.phrases.get(senses[at]!.sense) ?? []) {
        const { senses: phrase, concept, isOrdered, isAsked } = one;
        if (isAsked && source === 'text') continue;
        const places = isOrdered
          ? placesInOrder(senses, at, phrase)
          : placesAround(senses, at, phrase);
        if (places && !(denied && !phrase.includes('-') && places.some((one) => denied.has(one))))
          found.push({ concept, places });
      }
    }
    return found;
  }

  /** The concepts that a word says by itself. */
  conceptsOf(word: string): number[] {
    return (this.phrases.get(factsOf(word).root) ?? [])
      .filter(({ senses }) => senses.length === 1)
      .map(({ concept }) => concept);
  }
}

// Loops without iterators: every text of the catalogue passes here.
function sensesOf(words: readonly Pick<Token, 'sense'>[]): Sense[] {
  const senses: Sense[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const { sense } = words[place]!;
    if (sense !== null) senses.push({ sense, place });
  }
  return senses;
}

/** Each word of the phrase follows the one before; a word may stand between. */
function placesInOrder(all: readonly Sense[], at: number, phrase: readonly string[]) {
  const places = [all[at]!.place];
  let from = at;
  for (const sense of phrase.slice(1)) {
    from += all[from + 1]?.sense === sense ? 1 : 2;
    if (all[from]?.sense !== sense) return null;
    if (!isDirection(sense)) places.push(all[from]!.place);
  }
  return places;
}

/** The words of the phrase stand near each other, in any order. */
function placesAround(all: readonly Sense[], at: number, phrase: readonly string[]) {
  const places = [all[at]!.place];
  const from = Math.max(0, at - reach);
  for (const sense of phrase) {
    if (sense === all[at]!.sense) continue;
    let other = Math.min(all.length - 1, at + reach);
    while (other >= from && all[other]!.sense !== sense) other -= 1;
    if (other < from) return null;
    places.push(all[other]!.place);
  }
  return places;
}
