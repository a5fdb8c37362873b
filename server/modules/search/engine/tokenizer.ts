// Tokenizer and stemmer: splits texts and queries into words, and knows the stem, root and kind (stop word, soft word) of each.
import { stemmer as russianStem } from '@orama/stemmers/russian';
import { stem as englishStem } from 'porter2';
import { readLists, readWords, wordsOf } from '../vocabulary/words/readWords.ts';

/** What is known of a word wherever it stands. */
interface WordFacts {
  /** As it is compared: lower case, ё as е, without apostrophes. */
  word: string;
  stem: string;
  /** What the members of its family share: генерация, генератор. */
  root: string;
  /** Carries no sense: left out unless a query holds nothing else. */
  isStop: boolean;
  /** Said in nearly every query: it ranks, and neither admits nor shuts out an item. */
  isSoft: boolean;
  /** What concept phrases are made of: the root, a direction (`<`, `>`, `-`), or nothing. */
  sense: string | null;
  /** The parts of a name that is written as one word: ChatGPT is chat and gpt. */
  parts: readonly NamePart[];
}

/** A part of a name, with its place in it. */
interface NamePart {
  word: string;
  start: number;
  end: number;
}

/** A word at its place: UTF-16 code units, end excluded. */
export interface Token extends WordFacts {
  start: number;
  end: number;
}

const wordForm =
  /(?:c(?:#|\+\+)|(?<![\p{L}\p{N}])to-dos?)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:['’‘ʼ][\p{L}\p{N}\p{M}]+)*/giu;
/** Words whose signs are what they differ by. */
const signedNames = new Map([
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['to-do', 'todo'],
  ['to-dos', 'todos'],
]);
const namePart = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+|\p{N}+/gu;
const possessive = /.['’‘ʼ]s$/iu;
const plainForm = /^[a-z0-9а-я]+$/;
const longestWord = 60;
const longestName = 120;
const cachedForms = 200_000;
/** A shorter stem is that of too many words: «мая» is no MAU. */
const shortestContextStem = 5;

const wordList = readLists('words.txt');
const stemList = readLists('stems.txt');
const setOf = (list: string): ReadonlySet<string> => new Set(wordsOf(wordList(list)));
export const stopWords = setOf('stop');
export const softWords = setOf('soft');
/** What everybody here works on: soft too, but not inside a phrase such as "game engine". */
export const understoodWords = setOf('understood');
const partsOfDay = setOf('partsOfDay');
/** Words of the circumstances of a search: deadlines, feelings, politeness. */
export const contextWords: ReadonlySet<string> = new Set(readWords('circumstances.txt'));
const directions = new Map(
  [
    ['towards', '>'],
    ['from', '<'],
    ['without', '-'],
  ].flatMap(([list, sign]) => wordsOf(wordList(list!)).map((word) => [word, sign!] as const)),
);
/** What Snowball would cut down to another word. */
const ownStem = new RegExp(`^(?:${stemList('own stems').join('|')})`);
/** What the rule of roots would join with another family. */
const ownRoot = new RegExp(`^(?:${stemList('own roots').join('|')})`);
/** Endings that make a noun or a verb of a Russian root. */
const derivation = new RegExp(`(?:${stemList('derivations').join('|')})$`);

export const isCyrillic = (word: string): boolean => /[а-я]/.test(word);

/** A text in one form of every letter: lower case, ё as е, İ as i, ς as σ, without apostrophes. */
export const foldLetters = (written: string): string =>
  written
    .toLowerCase()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .replace(/['’‘ʼ]/g, '');

/** A word as it is compared; empty when nothing of it is a letter or a digit. */
export function fold(written: string): string {
  const lower = written.toLowerCase();
  if (plainForm.test(lower)) return lower.slice(0, longestWord);
  const signed = signedNames.get(lower);
  if (signed) return signed;
  const word = foldLetters(lower);
  const letters = isCyrillic(word) ? word : word.normalize('NFD');
  return letters.replace(/[^\p{L}\p{N}]+/gu, '').slice(0, longestWord);
}

/** The Snowball stem of a folded word, without the fleeting vowel of картинок. */
export const stemOf = (word: string): string =>
  ownStem.exec(word)?.[0].replace(/is$/, 'iz') ??
  (isCyrillic(word)
    ? russianStem(word).replace(/^(..+[^аеиоуыэюя])[ое]к$/, '$1к')
    : englishStem(word));

/** The root of a family, as far as a rule can tell it. */
export function rootOf(stem: string): string {
  if (!isCyrillic(stem) || stem.length < 5) return stem;
  const own = ownRoot.exec(stem);
  if (own) return own[0];
  const root = stem.replace(/^с(?=генер|монтир|клонир|конверт)/, '').replace(derivation, '');
  return root.length >= 4 ? root : stem;
}

/** The parts of a name that is written as one word; none for all other words. */
function partsOf(written: string): NamePart[] {
  if (/^\p{L}\p{Ll}*$/u.test(written)) return [];
  const parts = [...written.matchAll(namePart)].map((match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return parts.length > 1 ? parts.filter(({ word }) => word !== '') : [];
}

const understoodStems: ReadonlySet<string> = new Set([...understoodWords].map(stemOf));
const softStems: ReadonlySet<string> = new Set([...[...softWords].map(stemOf), ...understoodStems]);
const contextStems: ReadonlySet<string> = new Set(
  [...contextWords].map(stemOf).filter(({ length }) => length >= shortestContextStem),
);
const forms = new Map<string, WordFacts | null>();

/** What is known of a word as it is written; null where nothing of it is a letter or a digit. */
function analyse(written: string): WordFacts | null {
  const known = forms.get(written);
  if (known !== undefined) return known;
  // A part of a text would keep the whole text in memory.
  const own = Buffer.from(written).toString();
  const word = fold(own);
  const stem = stemOf(word);
  const root = rootOf(stem);
  // "Else's" is "else"; any other owner keeps its letters.
  const isStop =
    stopWords.has(word) || (possessive.test(own) && stopWords.has(fold(own.slice(0, -2))));
  const sense = directions.get(word) ?? (isStop ? null : root);
  const isSoft = softStems.has(stem);
  const facts =
    word === '' ? null : { word, stem, root, isStop, isSoft, sense, parts: partsOf(own) };
  if (forms.size >= cachedForms) forms.clear();
  forms.set(own, facts);
  return facts;
}

/** What is known of a folded word. */
export const factsOf = (word: string): WordFacts =>
  analyse(word) ?? {
    word,
    stem: word,
    root: word,
    isStop: false,
    isSoft: false,
    sense: null,
    parts: [],
  };

/** The words of a text with their places. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(wordForm)) {
    const facts = analyse(match[0]);
    if (facts) found.push({ ...facts, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** Words written as one: what whole titles are compared by. */
export const nameKey = (words: readonly { word: string }[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .slice(0, longestName);

/** Whether a token says nothing of what is asked for. */
export const isFiller = ({ isStop, isSoft }: WordFacts): boolean => isStop || isSoft;

/** Whether a folded word says what everybody here works on. */
export const isUnderstood = (word: string): boolean => understoodStems.has(stemOf(word));

/** How many, or when: 60, 2026, 20k, 5pm. What says a kind stays: 3d, 4k. */
const quantity = /^\d+(?:st|nd|rd|th|am|pm|h|min|sec)?$|^\d{2,}k$/;

/** Whether a folded word says under what circumstances something is asked for. */
export const isContextWord = (word: string): boolean =>
  contextWords.has(word) || contextStems.has(stemOf(word)) || quantity.test(word);

/** Whether a folded word asks for nothing, unless it is a name: circumstances, or a part of the day. */
export const asksNothing = (word: string): boolean => isContextWord(word) || partsOfDay.has(word);

/** Ends of a Russian adjective: the noun that it belongs to follows. */
const adjectiveEnd = /(?:ого|его|ой|ей|ых|их)$/;

/** The places of words that a text does without: the one after "without", and the noun of an adjective there. */
export function deniedPlaces(
  words: readonly Pick<Token, 'word' | 'sense' | 'isStop'>[],
): Set<number> {
  const places = new Set<number>();
  for (const [at, { sense }] of words.entries()) {
    if (sense !== '-') continue;
    const next = words.findIndex(({ isStop }, place) => place > at && !isStop);
    if (next < 0) continue;
    places.add(next);
    const { word } = words[next]!;
    const isPair = !isCyrillic(word) || adjectiveEnd.test(word);
    if (isPair && words[next + 1] && !words[next + 1]!.isStop) places.add(next + 1);
  }
  return places;
}
