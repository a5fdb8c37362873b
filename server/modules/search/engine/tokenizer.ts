// Tokenizer and stemmer: splits texts and queries into words, and knows the stem, root and kind (stop word, soft word) of each.
import { stemmer as russianStem } from '@orama/stemmers/russian';
import { stem as englishStem } from 'porter2';
import { readLists, readWords, wordsOf } from '../vocabulary/words/readWords.ts';
import { foldWord } from './letterFolding.ts';

/** Facts of a word that do not depend on its place. */
interface WordFacts {
  /** As it is compared: lower case, ё as е, without apostrophes. */
  word: string;
  stem: string;
  /** Root that the members of its family share: генерация, генератор. */
  root: string;
  /** Carries no sense: left out unless a query holds nothing else. */
  isStop: boolean;
  /** Said in nearly every query: outside a phrase it ranks, and neither admits nor shuts out an item. */
  isSoft: boolean;
  /** Unit of concept phrases: the root, a direction (`<`, `>`, `-`), or nothing. */
  sense: string | null;
  /** The parts of a name that is written as one word, with their places: ChatGPT is chat and gpt. */
  parts: readonly TokenPlace[];
}

/** A word at its place: UTF-16 code units, end excluded. */
interface TokenPlace {
  word: string;
  start: number;
  end: number;
}

export interface Token extends WordFacts, TokenPlace {
  /** It stands behind "without". */
  isDenied: boolean;
}

/** Names whose signs are what they differ by: C++, F#, .NET, A/B, Q&A, to-do. */
const signedName = String.raw`\p{L}\s?(?:[#＃♯]|[+＋]{2})|\.net|\p{L}(?:\/|\s?[&＆]\s?)\p{L}|to-dos?`;
/** A letter or a digit, with marks and what nobody sees, as soft hyphens. */
const letter = String.raw`[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]`;
const wordForm = new RegExp(
  `(?<![\\p{L}\\p{N}/&])(?:${signedName})(?![\\p{L}\\p{N}/&#+])|${letter}+(?:['’‘ʼ‛\`´′]${letter}+)*`,
  'giu',
);
/** Readings of the signs of a name: C++ is cpp, and R&D is no RD. */
const signs = new Map(
  Object.entries({ '#': 'sharp', '♯': 'sharp', '++': 'pp', '.': 'dot', '&': 'and' }),
);
const sign = /[#♯.&]|\+\+/;
const namePart =
  /\p{Lu}?[\p{Ll}\p{M}\p{Default_Ignorable_Code_Point}]+|\p{Lu}+(?!\p{Ll})|\p{L}+|\p{N}+/gu;
const longestWord = 60;
const cachedForms = 200_000;
/** A shorter stem is that of too many words: «мая» is no MAU. */
const shortestContextStem = 5;

const wordList = readLists('words.txt');
const stemList = readLists('stems.txt');
const setOf = (list: string): ReadonlySet<string> => new Set(wordsOf(wordList(list)));
const stopWords = setOf('stop');
const softWords = setOf('soft');
const partsOfDay = setOf('partsOfDay');
/** Words of the circumstances of a search, which are soft too: deadlines, feelings, politeness. */
export const contextWords: ReadonlySet<string> = new Set(readWords('circumstances.txt'));
const directions = new Map(
  Object.entries({ towards: '>', from: '<', without: '-' }).flatMap(([list, sense]) =>
    [...setOf(list)].map((word) => [word, sense] as const),
  ),
);
const anyOf = (list: string): string => `(?:${stemList(list).join('|')})`;
/** Stems that Snowball would cut down to another word, and roots that the rule would join with another family. */
const ownStem = new RegExp(`^${anyOf('own stems')}`);
const ownRoot = new RegExp(`^${anyOf('own roots')}`);
/** Endings that make a noun or a verb of a Russian root. */
const derivation = new RegExp(`${anyOf('derivations')}$`);

export const isCyrillic = (word: string): boolean => /[а-я]/.test(word);

/** A word as it is compared; empty when nothing of it is a letter or a digit. */
const fold = (written: string): string =>
  foldWord(written.normalize('NFKC').replace(sign, (one) => signs.get(one)!)).slice(0, longestWord);

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
function partsOf(written: string): TokenPlace[] {
  if (/^\p{L}\p{Ll}*$/u.test(written)) return [];
  const parts = [...written.matchAll(namePart)].map(({ 0: part, index }) => ({
    word: fold(part),
    start: index,
    end: index + part.length,
  }));
  return parts.length > 1 || written.startsWith('.') ? parts.filter(({ word }) => word !== '') : [];
}

const softStems = new Set([
  ...[...softWords].map(stemOf),
  ...[...contextWords].map(stemOf).filter(({ length }) => length >= shortestContextStem),
]);
/** A number or a time: 60, 2026, 20k, 5pm. A number that says a kind stays: 3d, 4k. */
const quantity = /^\d+(?:st|nd|rd|th|am|pm|h|min|sec)?$|^\d{2,}k$/;

const known = new Map<string, WordFacts>();

/** Facts of a word, as it is written or folded; an empty one where nothing of it is a letter or a digit. */
export function factsOf(written: string): WordFacts {
  const found = known.get(written);
  if (found) return found;
  // A part of a text would keep the whole text in memory.
  const own = Buffer.from(written).toString();
  const word = fold(own);
  const stem = stemOf(word);
  const root = rootOf(stem);
  const isStop = stopWords.has(word);
  const sense = directions.get(word) ?? (isStop ? null : root);
  const isSoft = softStems.has(stem) || contextWords.has(word) || quantity.test(word);
  const facts = { word, stem, root, isStop, isSoft, sense, parts: partsOf(own) };
  if (known.size >= cachedForms) known.clear();
  known.set(own, facts);
  return facts;
}

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let isDenied = false;
  for (const { 0: written, index } of text.matchAll(wordForm)) {
    const facts = factsOf(written);
    if (facts.word === '') continue;
    const end = index + written.length;
    found.push({ ...facts, start: index, end, isDenied: isDenied && !facts.isStop });
    isDenied = facts.sense === '-' || (isDenied && facts.isStop);
  }
  return found;
}

/** Words written as one: what whole titles are compared by. */
export const nameKey = (words: readonly { word: string }[]): string =>
  words.map(({ word }) => word).join('');

/** True for a token that says nothing of what is asked for. */
export const isFiller = ({ isStop, isSoft }: WordFacts): boolean => isStop || isSoft;

/** True for a token that asks for nothing, unless it is a name: a filler, or a part of the day. */
export const asksNothing = (token: WordFacts): boolean =>
  isFiller(token) || partsOfDay.has(token.word);
