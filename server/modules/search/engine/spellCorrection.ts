// Spelling correction: words within a Levenshtein distance (fuzzy match), or with the same sound, in place of an unknown word.
import { isCyrillic, stemOf } from './tokenizer.ts';
import type { IndexView } from './indexView.ts';
import type { Word } from './invertedIndex.ts';

/** A word that may have been meant; 1 is as near as can be. */
export interface CorrectedWord {
  word: Word;
  closeness: number;
  /** Hardly anything else is meant by what is typed: else it answers nothing surely. */
  isSure: boolean;
}

const mostPhonetic = 6;
const mostSpelled = 4;
const shortestCorrected = 4;
/** From so many letters on two typing errors are near. */
const shortestTwice = 8;
/** A shorter word with another first letter is another word. */
const shortestOtherwiseBegun = 6;
/** How far off a name of the other alphabet may sound for each consonant, and be surely meant: мидджорни. */
const surelyHeard = 0.25;
/** A name that is begun by ear is nearer than a typing error that is not sure. */
const begunCloseness = 0.95;
const vowels = /[aeiouyаеиоуыэюяйьъ]/g;
/** What has no vowel is not said aloud. */
const pronounced = /[aeiouyаеиоуыэюя]/;

/** How near a sound must be: of a name in a short query, of anything else, of what is itself a known name. */
const heardName = 0.5;
const heardWord = 0.79;
/** A shorter word that is no name is heard alone: bike among others is no бэк. */
const shortestHeardWord = 5;
const fewWords = 2;

/** The Levenshtein distance with swaps of neighbours (optimal string alignment), or more than `most` where it is larger. */
function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      next[column] = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + change);
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap && row > 1) next[column] = Math.min(next[column]!, before[column - 2]! + 1);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[b.length]!;
}

const lettersOf = (text: string): string => text.replace(/\p{N}+/gu, '');
const sortedLetters = (text: string): string => [...text].sort().join('');
/** Whether one typing error in the first letters is all that differs; cheaper than the distance to every word. */
const differsAtStart = (a: string, b: string): boolean =>
  a.slice(1) === b.slice(1) ||
  a.slice(1) === b ||
  a === b.slice(1) ||
  (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
const consonantsOf = (text: string): string => text.replace(/(.)\1+/g, '$1').replace(vowels, '');

/**
 * Known words within a typing error (two in a long word that begins alike, or where the consonants are as typed), the nearest
 * alone. A number means itself, and so do the digits of a name: 2024 is no 2026, h264 no h265.
 */
export function spelledLike(view: IndexView, text: string): CorrectedWord[] {
  const letters = lettersOf(text);
  if (text.length < shortestCorrected || letters === '') return [];
  const isLong = text.length >= shortestTwice;
  const consonants = consonantsOf(text);
  const keepsConsonants = (word: Word): boolean => consonantsOf(word.text) === consonants;
  const mayBeginOtherwise = (word: string): boolean =>
    differsAtStart(text, word) &&
    (text.length >= shortestOtherwiseBegun || sortedLetters(word) === sortedLetters(text));
  let least = text.length === shortestCorrected ? 1 : 2;
  let found: Word[] = [];
  for (const word of view.index.words.values()) {
    if (Math.abs(word.text.length - text.length) > least) continue;
    if (word.text[0] !== text[0] && !mayBeginOtherwise(word.text)) continue;
    if (!view.exists(word)) continue;
    if (letters.length < text.length && lettersOf(word.text) === letters) continue;
    const distance = editDistance(text, word.text, least);
    if (distance > least) continue;
    if (distance === 2 && !isLong && !keepsConsonants(word)) continue;
    if (distance < least) found = [];
    least = distance;
    found.push(word);
  }
  const isSwapped = (word: Word): boolean => sortedLetters(word.text) === sortedLetters(text);
  const isAlone = found.every(({ term }) => term === found[0]!.term);
  const isNear = (word: Word): boolean =>
    word.text[0] === text[0] &&
    (least < 2 ? text.length > shortestCorrected : isLong && keepsConsonants(word));
  return found
    .sort((a, b) => view.count(b) - view.count(a))
    .slice(0, mostSpelled)
    .map((word, place) => ({
      word,
      closeness: 0.95 - 0.1 * least - 0.05 * place,
      isSure: isSwapped(word) || (isAlone && isNear(word)),
    }));
}

/** Known words that sound like it in either alphabet, the closest first, of equal ones the names. */
export function soundingLike(view: IndexView, text: string): CorrectedWord[] {
  const found = view.index.phonetics.soundingLike(text, (word) => view.exists(word));
  return [...found]
    .sort(([a, near], [b, other]) => near - other || Number(b.isName) - Number(a.isName))
    .slice(0, mostPhonetic)
    .map(([word, distance]) => {
      const farthest = word.isName ? surelyHeard * consonantsOf(text).length : 0;
      const isSure = distance <= farthest && isCyrillic(word.text) !== isCyrillic(text);
      return { word, closeness: 1 - distance / 6, isSure };
    });
}

/** The likeliest kind of correction of a word that is no ordinary one. */
function guesses(
  view: IndexView,
  word: string,
  words: number,
  { isKnown, isPrefix }: { isKnown: boolean; isPrefix: boolean },
): CorrectedWord[] {
  const isShort = words <= fewWords;
  const isStrange = !isKnown && !isPrefix;
  // Beside other words it means what it says: a sword (меча) is no Mocha.
  const isMeant = words > 1 && view.index.thesaurus.conceptsOfWord(word).length > 0;
  const mayHear = !isMeant && (!isPrefix || isCyrillic(word)) && pronounced.test(word);
  const mayHearWord = isStrange && (words === 1 || word.length >= shortestHeardWord);
  const sounding = mayHear ? soundingLike(view, word) : [];
  const phonetic = sounding.filter(({ word: other, closeness }) =>
    // Only names are heard, and what is written in the other alphabet.
    other.isName
      ? closeness >= (isShort ? heardName : heardWord)
      : mayHearWord && isCyrillic(word) !== isCyrillic(other.text) && closeness >= heardWord,
  );
  const spelled = isStrange ? spelledLike(view, word) : [];
  // What sounds as a word of the other alphabet is sooner the same word of its own: трелер is a трейлер, and no trailer.
  const both = sounding.filter(
    ({ word: other, closeness }) =>
      closeness >= heardWord && spelled.some((one) => one.word === other),
  );
  const { names } = view.index.thesaurus;
  const isBegun = isStrange && words === 1 && word.length >= shortestCorrected;
  const begun = (isBegun ? names.begunByEar(word) : [])
    .flatMap((name) => view.index.words.get(name) ?? [])
    .filter((name) => view.count(name) > 0)
    .map((name) => ({ word: name, closeness: begunCloseness, isSure: false }));
  const rankOf = ([one]: CorrectedWord[]): number => (one ? Number(one.isSure) + one.closeness : 0);
  return [both, phonetic, spelled, begun].reduce((best, some) =>
    rankOf(some) > rankOf(best) ? some : best,
  );
}

/**
 * What may be meant by a word that no item holds, the likeliest first. An ordinary word means itself, and a form of a known one is
 * no mistake (girls).
 * @param words of the query
 * @param known whether it, or one of its family, is a word of ours, and whether words of items begin with it
 */
export function correctWord(
  view: IndexView,
  word: string,
  words: number,
  known: { isKnown: boolean; isPrefix: boolean },
): CorrectedWord[] {
  if (view.isOrdinary(word)) return [];
  const { names } = view.index.thesaurus;
  const name = names.byEar(word);
  return guesses(view, word, words, known)
    .filter(({ word: other }) => stemOf(other.text) !== stemOf(word))
    .sort((a, b) => Number(b.word.text === name) - Number(a.word.text === name));
}
