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

/** The last word of a query may be unfinished. */
interface Place {
  isLast: boolean;
  words: number;
}

const mostPhonetic = 6;
const mostSpelled = 4;
const shortestCorrected = 4;
/** A shorter word is corrected only to what begins as typed: аишка is no бишка. */
const shortestOtherwiseBegun = 6;
/** From so many letters on two typing errors are near. */
const shortestTwice = 8;
/** How far off a name of the other alphabet may sound for each consonant, and be surely meant: мидджорни. */
const surelyHeard = 0.25;
/** Nearer than what sounds otherwise in a vowel, or a typing error that is not surely one. */
const begunCloseness = 0.95;
const vowels = /[aeiouyаеиоуыэюяйьъ]/g;
/** What has no vowel is not said aloud. */
const pronounced = /[aeiouyаеиоуыэюя]/;

/** How near a sound must be: of a name in a short query, of anything else, of what is itself a known name. */
const heardName = 0.5;
const heardWord = 0.79;
const heardKnownName = 0.9;
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
const consonantsOf = (text: string): string => text.replace(/(.)\1+/g, '$1').replace(vowels, '');
const sortedLetters = (text: string): string => [...text].sort().join('');

/** Whether two words can be near: they begin alike, or differ by an error in the first letter. */
const mayBeNear = (one: string, other: string): boolean =>
  one[0] === other[0] ||
  one.slice(1) === other.slice(1) ||
  one.slice(1) === other ||
  other.slice(1) === one ||
  (one[0] === other[1] && one[1] === other[0]);

/**
 * Known words within a typing error (two in a long word, or where the consonants are as typed), the nearest alone; where much is
 * changed of it a word begins as typed. A number means itself, and so do the digits of a name: 2024 is no 2026, h264 no h265.
 */
export function spelledLike(view: IndexView, text: string): CorrectedWord[] {
  const letters = lettersOf(text);
  if (text.length < shortestCorrected || letters === '') return [];
  const isLong = text.length >= shortestTwice;
  const consonants = consonantsOf(text);
  const keepsConsonants = (word: Word): boolean => consonantsOf(word.text) === consonants;
  let least = text.length === shortestCorrected ? 1 : 2;
  let found: Word[] = [];
  for (const word of view.index.words.values()) {
    if (Math.abs(word.text.length - text.length) > least || !mayBeNear(word.text, text)) continue;
    if (!view.exists(word)) continue;
    if (letters.length < text.length && lettersOf(word.text) === letters) continue;
    const distance = editDistance(text, word.text, least);
    const isMuch = distance === 2 || text.length === shortestCorrected;
    if (distance > least || (isMuch && word.text[0] !== text[0])) continue;
    if (distance === 2 && !isLong && !keepsConsonants(word)) continue;
    if (distance < least) found = [];
    least = distance;
    found.push(word);
  }
  // In a long word a vowel is sooner mistaken than a consonant: транскребация is no транскреация.
  if (isLong && found.some(keepsConsonants)) found = found.filter(keepsConsonants);
  const isAlone = found.every(({ term }) => term === found[0]!.term);
  const isSwapped = (word: Word): boolean => sortedLetters(word.text) === sortedLetters(text);
  if (text.length < shortestOtherwiseBegun)
    found = found.filter((word) => word.text[0] === text[0] || isSwapped(word));
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

/**
 * Known words that sound like it in either alphabet, the closest first, of equal ones the names.
 * @param isWide whether one consonant may be wrong when nothing sounds the same
 */
export function soundingLike(view: IndexView, text: string, isWide: boolean): CorrectedWord[] {
  const found = view.index.phonetics.soundingLike(text, isWide, (word) => view.exists(word));
  return [...found]
    .sort(([a, near], [b, other]) => near - other || Number(b.isName) - Number(a.isName))
    .slice(0, mostPhonetic)
    .map(([word, distance]) => {
      const farthest = word.isName ? surelyHeard * consonantsOf(text).length : 0;
      const isSure = distance <= farthest && isCyrillic(word.text) !== isCyrillic(text);
      return { word, closeness: 1 - distance / 6, isSure };
    });
}

/** Known names of the other alphabet whose sound begins so, the shortest first: мидж. Never surely. */
function soundingBegun(view: IndexView, text: string): CorrectedWord[] {
  if (text.length < shortestCorrected) return [];
  const { thesaurus, words, phonetics } = view.index;
  const written = thesaurus.names.begunByEar(text).flatMap((name) => words.get(name) ?? []);
  const heard = new Set([...written, ...phonetics.soundingBegun(text)]);
  return [...heard]
    .filter(
      (word) => word.isName && view.exists(word) && isCyrillic(word.text) !== isCyrillic(text),
    )
    .sort((a, b) => a.text.length - b.text.length)
    .slice(0, mostPhonetic)
    .map((word) => ({ word, closeness: begunCloseness, isSure: false }));
}

/** The likeliest kind of correction of a word that is no ordinary one. */
function guesses(
  view: IndexView,
  word: string,
  { isLast, words }: Place,
  { isKnown, isPrefix }: { isKnown: boolean; isPrefix: boolean },
): CorrectedWord[] {
  const isShort = words <= fewWords;
  const isStrange = !isKnown && !isPrefix;
  // Beside other words it means what it says: a sword (меча) is no Mocha.
  const isMeant = words > 1 && view.index.thesaurus.conceptsOfWord(word).length > 0;
  const mayHear = !isMeant && (!isPrefix || isCyrillic(word)) && pronounced.test(word);
  const mayHearWord = isStrange && (words === 1 || word.length >= shortestHeardWord);
  const sounding = mayHear ? soundingLike(view, word, isShort && isStrange) : [];
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
  const begun = isStrange && isLast && pronounced.test(word) ? soundingBegun(view, word) : [];
  const rankOf = ([one]: CorrectedWord[]): number => (one ? Number(one.isSure) + one.closeness : 0);
  return [both, phonetic, spelled, begun].reduce((best, some) =>
    rankOf(some) > rankOf(best) ? some : best,
  );
}

/**
 * What may be meant by a word that no item holds, the likeliest first. An ordinary word means itself, and a form of a known one is
 * no mistake (girls).
 * @param known whether it, or one of its family, is a word of ours, and whether words of items begin with it
 */
export function correctWord(
  view: IndexView,
  word: string,
  place: Place,
  known: { isKnown: boolean; isPrefix: boolean },
): CorrectedWord[] {
  if (view.isOrdinary(word)) return [];
  const { names } = view.index.thesaurus;
  const name = names.byEar(word);
  const isName = names.has(word) || name !== undefined;
  return guesses(view, word, place, known)
    .filter(({ word: other, closeness }) =>
      isName ? other.isName && closeness >= heardKnownName : stemOf(other.text) !== stemOf(word),
    )
    .sort((a, b) => Number(b.word.text === name) - Number(a.word.text === name));
}
