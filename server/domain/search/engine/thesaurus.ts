// The concepts of the field, and which of them a text mentions.
import type { ThesaurusLines } from '../thesaurus/parseThesaurus.ts';
import { deniedPlaces, factsOf, ownCopy, tokens, type Token } from './analyse.ts';
import { KnownNames } from './knownNames.ts';
import { OrdinaryWords } from './ordinaryWords.ts';
import { soundsOf } from './sound.ts';

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

/** The words of a phrase by what they mean, as numbers; a direction among them keeps their order. */
interface Phrase {
  /** All but the one by which it is looked for. */
  others: readonly number[];
  /** All of them where a direction keeps their order. */
  inOrder: readonly number[] | null;
  concept: number;
  /** Says the concept in a query alone: in the text of a service it has other meanings too. */
  isAsked: boolean;
  isWithout: boolean;
}

/** What is looked at in a text: roots and directions, stop words left out, and where they stand. */
interface Senses {
  /** The numbers of senses; 0 for what no phrase holds. */
  numbers: number[];
  places: number[];
}

const noOthers: readonly number[] = [];

/** How far the words of a phrase may be apart. */
const reach = 4;
const isTurn = (sense: string | undefined): boolean => sense === '<' || sense === '>';
const directionsInOrder: readonly string[] = ['<', '>', '-'];
const isDirection = (sense: string): boolean => directionsInOrder.includes(sense);
/** What `-` is by number: the last of the directions, which come before all roots. */
const without = directionsInOrder.length;

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
  /** What phrases are made of: directions and roots by their numbers. */
  private readonly numbers = new Map(directionsInOrder.map((sense, place) => [sense, place + 1]));
  /** By the number of what a phrase is looked for by. */
  private readonly phrases: Phrase[][] = [[], ...directionsInOrder.map(() => [])];
  /** By number: the last text that holds it, so that most phrases are passed over at one look. */
  private readonly lastText = this.phrases.map(() => 0);
  private text = 0;

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
      for (const phrase of phrases) this.learn(phrase, place, askedOnly.has(phrase));
      for (const other of broader) this.concepts[other]!.narrower.push(place);
      for (const other of placesOf(concepts[place]!.related)) {
        if (!this.concepts[other]!.related.includes(place))
          this.concepts[other]!.related.push(place);
      }
      yield;
    }
    for (const name of names) {
      this.names.learn(name, placesOf(name.concepts));
      yield;
    }
    yield* this.ordinary.learning(ordinary);
    // As long as they are: a list that grows has room for more.
    for (const [number, phrases] of this.phrases.entries()) this.phrases[number] = phrases.slice();
  }

  /** How one of its words sounds. */
  soundsOf(word: string): readonly string[] {
    let sounds = this.sounds.get(word);
    if (!sounds) this.sounds.set(word, (sounds = soundsOf(word)));
    return sounds;
  }

  /** Takes a phrase for a concept. */
  private learn(written: string, concept: number, isAsked: boolean): void {
    const all = tokens(written);
    for (const { word, isStop } of all) if (!isStop) this.words.add(word);
    let senses = all.flatMap(({ sense }) => sense ?? []);
    if (senses.every(isDirection)) senses = all.map(({ root }) => root);
    if (isTurn(senses[0]) || isTurn(senses.at(-1))) {
      senses = senses.filter((sense) => !isTurn(sense));
    }
    const [first] = senses;
    if (first === undefined) return;
    const isOrdered = senses.some(isDirection);
    // Looked for by its first word, or by its longest, which few texts hold.
    const anchor = isOrdered ? first : senses.reduce((a, b) => (b.length > a.length ? b : a));
    const others = senses.filter((sense) => sense !== anchor);
    this.phrases[this.numberOf(anchor)]!.push({
      others: others.length > 0 ? others.map((sense) => this.numberOf(sense)) : noOthers,
      inOrder: isOrdered ? senses.map((sense) => this.numberOf(sense)) : null,
      concept,
      isAsked,
      isWithout: senses.includes('-'),
    });
  }

  private numberOf(sense: string): number {
    const known = this.numbers.get(sense);
    if (known !== undefined) return known;
    const number = this.phrases.length;
    this.numbers.set(sense, number);
    this.phrases.push([]);
    this.lastText.push(0);
    return number;
  }

  private phrasesFrom(sense: string): readonly Phrase[] {
    return this.phrases[this.numbers.get(sense) ?? 0]!;
  }

  /** Whether somebody asks for it who is not at work: for dinner, a flat, the weather. */
  isBeyondWork(concept: number): boolean {
    const root = this.places.get('beyond-work');
    return root !== undefined && this.concepts[concept]!.broader.includes(root);
  }

  knows(word: string): boolean {
    return this.words.has(word) || this.phrasesFrom(factsOf(word).root).length > 0;
  }

  /**
   * The concepts that a query asks for, or the text of a service says; what it does without is not said, nor any phrase with it:
   * "without code" is not "code".
   */
  mentions(
    words: readonly Pick<Token, 'word' | 'sense' | 'isStop'>[],
    source: 'query' | 'text' = 'query',
  ): Mention[] {
    return this.mentionsOf(this.sensesOf(words), words, source);
  }

  /** The concepts of the mentions in the same order, and nothing else: every text of the catalogue is read so. */
  saidIn(
    words: readonly Pick<Token, 'word' | 'sense' | 'isStop'>[],
    source: 'query' | 'text',
  ): number[] {
    const senses = this.sensesOf(words);
    const { numbers } = senses;
    if (numbers.includes(without))
      return this.mentionsOf(senses, words, source).map(({ concept }) => concept);
    const found: number[] = [];
    for (let at = 0; at < numbers.length; at += 1) {
      const phrases = this.phrases[numbers[at]!]!;
      for (let place = 0; place < phrases.length; place += 1) {
        const phrase = phrases[place]!;
        if (phrase.isAsked && source === 'text') continue;
        if (phrase.others.length > 0) {
          if (!this.isInText(phrase.others)) continue;
          const isSaid = phrase.inOrder
            ? placesInOrder(senses, at, phrase.inOrder) !== null
            : isAround(numbers, at, phrase.others);
          if (!isSaid) continue;
        }
        found.push(phrase.concept);
      }
    }
    return found;
  }

  private mentionsOf(
    senses: Senses,
    words: readonly Pick<Token, 'word' | 'sense' | 'isStop'>[],
    source: 'query' | 'text',
  ): Mention[] {
    const { numbers } = senses;
    const denied = numbers.includes(without) ? deniedPlaces(words) : null;
    const found: Mention[] = [];
    for (let at = 0; at < numbers.length; at += 1) {
      for (const phrase of this.phrases[numbers[at]!]!) {
        if (phrase.isAsked && source === 'text') continue;
        if (!this.isInText(phrase.others)) continue;
        const places = phrase.inOrder
          ? placesInOrder(senses, at, phrase.inOrder)
          : placesAround(senses, at, phrase.others);
        if (places && !(denied && !phrase.isWithout && places.some((one) => denied.has(one))))
          found.push({ concept: phrase.concept, places });
      }
    }
    return found;
  }

  /** The concepts that a word says by itself. */
  getWordConcepts(word: string): number[] {
    return this.phrasesFrom(factsOf(word).root)
      .filter(({ others }) => others.length === 0)
      .map(({ concept }) => concept);
  }

  // Loops without iterators: every text of the catalogue passes here.
  private sensesOf(words: readonly Pick<Token, 'sense'>[]): Senses {
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

  /** Whether the text of the last senses holds all of these. */
  private isInText(senses: readonly number[]): boolean {
    for (let place = 0; place < senses.length; place += 1) {
      if (this.lastText[senses[place]!] !== this.text) return false;
    }
    return true;
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

/** Whether all of these stand near, in any order. */
function isAround(numbers: readonly number[], at: number, others: readonly number[]): boolean {
  const from = Math.max(0, at - reach);
  for (let part = 0; part < others.length; part += 1) {
    let other = Math.min(numbers.length - 1, at + reach);
    while (other >= from && numbers[other] !== others[part]) other -= 1;
    if (other < from) return false;
  }
  return true;
}

/** The words of the phrase stand near each other, in any order. */
function placesAround({ numbers, places: placeOf }: Senses, at: number, others: readonly number[]) {
  const places = [placeOf[at]!];
  const from = Math.max(0, at - reach);
  for (let part = 0; part < others.length; part += 1) {
    const sense = others[part]!;
    let other = Math.min(numbers.length - 1, at + reach);
    while (other >= from && numbers[other] !== sense) other -= 1;
    if (other < from) return null;
    places.push(placeOf[other]!);
  }
  return places;
}
