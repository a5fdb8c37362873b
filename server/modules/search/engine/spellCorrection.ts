// Spell correction: words within a Levenshtein distance (fuzzy match), or with the same sound, in place of an unknown word.
import { editDistance } from './editDistance.ts';
import { isCyrillic, stemOf } from './tokenizer.ts';
import type { IndexView } from './indexView.ts';
import { withPrefix, type Word } from './invertedIndex.ts';

/** A word that may have been meant; 1 is as near as can be. */
export interface CorrectedWord {
  word: Word;
  closeness: number;
  /** Hardly anything else is meant by what is typed: else it answers nothing surely. */
  isSure: boolean;
}

const mostPhonetic = 6;
const shortestCorrected = 4;
/** A word of three letters alone may be a word of a title with one other letter, but not surely: меж is мел. */
const shortName = 3;
/** From so many letters on two typing errors are near. */
const shortestTwice = 8;
/** A shorter word with another first letter is another word, but for the first two swapped. */
const shortestOtherwiseBegun = 6;
/** Greatest phonetic distance, for each consonant, of a name of the other alphabet that is surely meant: мидджорни. */
const surelyHeard = 0.25;
/** A name that is begun by ear is nearer than a typing error that is not sure. */
const begunCloseness = 0.95;
/** Least closeness of a sound: of a name, and of any other word. */
const heardName = 0.5;
const heardWord = 0.79;
/** A shorter word that is no name is heard alone: bike among others is no бэк. */
const shortestHeardWord = 5;
/** Vowels: a word without one is not said aloud. */
const pronounced = /[aeiouyаеиоуыэюя]/;

const lettersOf = (text: string): string => text.replace(/\p{N}+/gu, '');
const sortedLetters = (text: string): string => [...text].sort().join('');
const consonantsOf = (text: string): string =>
  text.replace(/(.)\1+/g, '$1').replace(/[aeiouyаеиоуыэюяьъ]/g, '');

const firstLetters = [...'abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюя'];
/** Variants of a word with a typing error in its first letters: a lookup is cheaper than the distance to every word. */
function otherBeginnings(text: string): string[] {
  const rest = text.slice(1);
  const swapped = `${text[1]}${text[0]}${text.slice(2)}`;
  if (text.length < shortestOtherwiseBegun) return [swapped];
  return [swapped, rest, ...firstLetters.flatMap((letter) => [letter + rest, letter + text])];
}

/**
 * Known words within a typing error (two in a long word that begins alike, or where the consonants are as typed), the nearest
 * alone. A number means itself, and so do the digits of a name: 2024 is no 2026, h264 no h265.
 */
export function spelledLike(view: IndexView, text: string): CorrectedWord[] {
  const letters = lettersOf(text);
  const isShort = text.length === shortName;
  if (text.length < shortName || letters === '' || (isShort && !pronounced.test(text))) return [];
  const isLong = text.length >= shortestTwice;
  const keepsConsonants = (word: Word): boolean => consonantsOf(word.text) === consonantsOf(text);
  const { words } = view.index;
  const otherwise = otherBeginnings(text)
    .filter((other) => other[0] !== text[0])
    .flatMap((other) => words.get(other) ?? []);
  let least = text.length <= shortestCorrected ? 1 : 2;
  let found: Word[] = [];
  for (const word of [...withPrefix(words, text[0]!), ...otherwise]) {
    if (Math.abs(word.text.length - text.length) > least || !view.exists(word)) continue;
    if (isShort && !(word.isName && word.text.length === shortName)) continue;
    if (letters.length < text.length && lettersOf(word.text) === letters) continue;
    const distance = editDistance(text, word.text, least);
    if (distance > least || (distance === 2 && !isLong && !keepsConsonants(word))) continue;
    if (distance < least) found = [];
    least = distance;
    found.push(word);
  }
  const isAlone = found.every(({ term }) => term === found[0]!.term);
  const isNear = (word: Word): boolean =>
    word.text[0] === text[0] &&
    (least < 2 ? text.length > shortestCorrected : isLong && keepsConsonants(word));
  return found
    .sort((a, b) => view.count(b) - view.count(a))
    .map((word) => ({
      word,
      closeness: 0.95 - 0.1 * least,
      isSure: sortedLetters(word.text) === sortedLetters(text) || (isAlone && isNear(word)),
    }));
}

/** Known words that sound like it in either alphabet, the closest first, of equal ones the names. */
export function soundingLike(view: IndexView, text: string): CorrectedWord[] {
  return [...view.index.phonetics.soundingLike(text)]
    .filter(([word]) => view.exists(word))
    .sort(([a, near], [b, other]) => near - other || Number(b.isName) - Number(a.isName))
    .slice(0, mostPhonetic)
    .map(([word, distance]) => {
      const farthest = word.isName ? surelyHeard * consonantsOf(text).length : 0;
      const isSure = distance <= farthest && isCyrillic(word.text) !== isCyrillic(text);
      return { word, closeness: 1 - distance / 6, isSure };
    });
}

/** Names of items whose forms by ear begin so: мидд. */
const begunByEar = (view: IndexView, text: string): CorrectedWord[] =>
  view.index.thesaurus.names
    .begunByEar(text)
    .flatMap((name) => view.index.words.get(name) ?? [])
    .filter((word) => view.count(word) > 0)
    .map((word) => ({ word, closeness: begunCloseness, isSure: false }));

/**
 * Corrections of a word that no item holds, the likeliest first. An ordinary word means itself, and a form of a known one is
 * no mistake (girls).
 * @param words of the query
 * @param isKnown whether it, or one of its family, is a word of ours
 * @param isPrefix whether words of items begin with it
 */
export function correctWord(
  view: IndexView,
  word: string,
  words: number,
  { isKnown, isPrefix }: { isKnown: boolean; isPrefix: boolean },
): CorrectedWord[] {
  const { thesaurus } = view.index;
  if (thesaurus.isOrdinary(word)) return [];
  const isAlone = words === 1;
  const isStrange = !isKnown && !isPrefix;
  const isCorrected = isStrange && (isAlone || word.length >= shortestCorrected);
  const spelled = isCorrected ? spelledLike(view, word) : [];
  const mayHearWord = isStrange && (isAlone || word.length >= shortestHeardWord);
  const mayBeHeard = ({ word: other, closeness }: CorrectedWord): boolean =>
    other.isName
      ? closeness >= heardName
      : mayHearWord &&
        closeness >= heardWord &&
        isCyrillic(word) !== isCyrillic(other.text) &&
        (word.length >= shortestCorrected || view.count(other) > 0);
  // Beside other words it means what it says: a sword (меча) is no Mocha.
  const isMeant = !isAlone && thesaurus.conceptsOfWord(word).length > 0;
  const mayHear = !isMeant && (!isPrefix || isCyrillic(word)) && pronounced.test(word);
  const sounding = mayHear ? soundingLike(view, word) : [];
  // A word that is near in spelling and in sound comes first: трелер is a трейлер, and no trailer.
  const both = sounding.filter(
    ({ word: other, closeness }) =>
      closeness >= heardWord && spelled.some((one) => one.word === other),
  );
  const isBegun = isStrange && isAlone && word.length >= shortestCorrected;
  const begun = isBegun ? begunByEar(view, word) : [];
  const likelihoodOf = ([one]: CorrectedWord[]): number =>
    one ? Number(one.isSure) + one.closeness : 0;
  const name = thesaurus.names.byEar(word);
  return [both, sounding.filter(mayBeHeard), spelled, begun]
    .reduce((best, some) => (likelihoodOf(some) > likelihoodOf(best) ? some : best))
    .filter(({ word: other }) => stemOf(other.text) !== stemOf(word))
    .sort((a, b) => Number(b.word.text === name) - Number(a.word.text === name));
}
