// How texts and queries fall into words: one tokeniser, and one stemmer for each alphabet.
import { stemmer as russianStem } from '@orama/stemmers/russian';
import { stem as englishStem } from 'porter2';
import { readLists } from '../vocabulary/words/readWords.ts';
import { directions, softWords, stopWords, understoodWords } from './wordLists.ts';

/** What is known of a word wherever it stands. */
interface WordFacts {
  /** As it is compared: lower case, ё as е, without apostrophes. */
  word: string;
  stem: string;
  /** What the members of its family share: генерация, генератор. */
  root: string;
  isStop: boolean;
  isSoft: boolean;
  /** What the thesaurus reads of it: the root, a direction, or nothing. */
  sense: string | null;
}

/** A word at its place: UTF-16 code units, end excluded. */
export interface Token extends WordFacts {
  /** The parts of a name that is written as one word, folded; none for all other words. */
  parts: readonly string[];
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
/** ChatGPT is Chat and GPT, Brand24 is Brand and 24. */
const nameParts = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+|\p{N}+/gu;
const possessive = /.['’‘ʼ]s$/iu;
const plainForm = /^[a-z0-9а-я]+$/;
const longestWord = 60;
const longestName = 120;
const mostWordsKnown = 300_000;
const mostFormsKnown = 50_000;

export const isCyrillic = (word: string): boolean => /[а-я]/.test(word);

/**
 * A text as it is compared, in whatever words it falls: one form of every letter, lower case, ё as е, İ as i, ς as σ, without
 * apostrophes.
 */
export const foldLetters = (written: string): string =>
  written
    .toLowerCase()
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    // As lower case is made of İ here.
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

const listOf = readLists('stems.txt');
/** What Snowball would cut down to another word. */
const ownStem = new RegExp(`^(?:${listOf('own stems').join('|')})`);
/** What the rule of roots would join with another family. */
const ownRoot = new RegExp(`^(?:${listOf('own roots').join('|')})`);
/** Endings that make a noun or a verb of a Russian root. */
const derivation = new RegExp(`(?:${listOf('derivations').join('|')})$`);

/** The stem of a folded word; Snowball leaves the fleeting vowel of картинок, картинка. */
export const stemOf = (word: string): string =>
  ownStem.exec(word)?.[0].replace(/is$/, 'iz') ??
  (isCyrillic(word)
    ? russianStem(word).replace(/^(..+[^аеиоуыэюя])[ое]к$/, '$1к')
    : englishStem(word));

/** The root of a family as far as a rule can tell it. */
export function rootOf(stem: string): string {
  if (!isCyrillic(stem) || stem.length < 5) return stem;
  const own = ownRoot.exec(stem);
  if (own) return own[0];
  const root = stem.replace(/^с(?=генер|монтир|клонир|конверт)/, '').replace(derivation, '');
  return root.length >= 4 ? root : stem;
}

const understoodStems: ReadonlySet<string> = new Set(understoodWords.map(stemOf));
const softStems: ReadonlySet<string> = new Set([...softWords.map(stemOf), ...understoodStems]);
const known = new Map<string, WordFacts>();

/** The same text as a string of its own: a part of a text keeps all of it in memory, and has the width of its widest letter. */
export const ownCopy = (text: string): string => Buffer.from(text).toString();

/** What is known of a folded word. */
export function factsOf(written: string): WordFacts {
  const before = known.get(written);
  if (before) return before;
  const word = ownCopy(written);
  const cut = stemOf(word);
  // Most English words are their own stems: one string in place of two.
  const stem = cut === word ? word : ownCopy(cut);
  const root = rootOf(stem);
  const isStop = stopWords.has(word);
  const sense = directions.get(word) ?? (isStop ? null : root);
  const facts = { word, stem, root, isStop, isSoft: softStems.has(stem), sense };
  if (known.size >= mostWordsKnown) known.clear();
  known.set(word, facts);
  return facts;
}

/** By words as texts write them: most are written as another text has written them. */
const forms = new Map<string, WordFacts>();
const noParts: readonly string[] = [];
const partsKnown = new Map<string, readonly string[]>();

/** What is known of a word as a text writes it; null where nothing of it is a letter or a digit. */
function formOf(written: string): WordFacts | null {
  const before = forms.get(written);
  if (before) return before;
  const folded = fold(written);
  if (folded === '') return null;
  const owner = possessive.test(written) ? fold(written.slice(0, -2)) : null;
  const plain = factsOf(folded);
  // Else's is else; all that is no stop word keeps its letters.
  const isOwnerStop = owner !== null && stopWords.has(owner);
  const facts = isOwnerStop ? { ...plain, isStop: true, sense: null } : plain;
  const key = written === facts.word ? facts.word : ownCopy(written);
  const parts = partsOf(key).map(({ word }) => ownCopy(word));
  if (forms.size >= mostFormsKnown) {
    forms.clear();
    partsKnown.clear();
  }
  forms.set(key, facts);
  if (parts.length > 0) partsKnown.set(key, parts);
  return facts;
}

/** Whether a folded word says what everybody here works on. */
export const isUnderstood = (word: string): boolean => understoodStems.has(stemOf(word));

/** The words of a text with their places. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(wordForm)) {
    const form = formOf(match[0]);
    if (!form) continue;
    const { word, stem, root, isStop, isSoft, sense } = form;
    const parts = partsKnown.get(match[0]) ?? noParts;
    const start = match.index;
    const end = start + match[0].length;
    found.push({ word, stem, root, isStop, isSoft, sense, parts, start, end });
  }
  return found;
}

/** Ends of a Russian adjective: the noun that it belongs to follows. */
const adjectiveEnd = /(?:ого|его|ой|ей|ых|их)$/;

/** The places of words that a text does without: the one after "without", and the noun of an adjective there. */
export function deniedPlaces(
  words: readonly Pick<Token, 'word' | 'sense' | 'isStop'>[],
): Set<number> {
  const places = new Set<number>();
  for (const [at, { sense }] of words.entries()) {
    if (sense !== '-') continue;
    let next = at + 1;
    while (words[next]?.isStop) next += 1;
    if (!words[next]) continue;
    places.add(next);
    const isPair = !isCyrillic(words[next]!.word) || adjectiveEnd.test(words[next]!.word);
    if (isPair && words[next + 1] && !words[next + 1]!.isStop) places.add(next + 1);
  }
  return places;
}

/** Words written as one: what whole titles are compared by. */
export const nameKey = (words: readonly { word: string }[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .slice(0, longestName);

/** The parts of a name that is written as one word, with their places in it; none for all other words. */
export function partsOf(written: string): { word: string; start: number; end: number }[] {
  if (/^\p{L}\p{Ll}*$/u.test(written)) return [];
  const parts = [...written.matchAll(nameParts)].map((match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return parts.length > 1 ? parts.filter(({ word }) => word !== '') : [];
}
