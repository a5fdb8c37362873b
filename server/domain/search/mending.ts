// Chooses the known word that was meant by an unknown one: a typing error, the other alphabet, the other keyboard layout.
import { editDistance, prefixDistance } from './editDistance.ts';
import { isCyrillic } from './searchText.ts';
import type { NearWord } from './vocabulary.ts';

/** An unknown word, as it was typed or as it reads on the other keyboard layout. */
export interface UnknownWord {
  word: string;
  sound: string;
  /** Whether it may still be unfinished. */
  isPrefix: boolean;
  isOtherLayout: boolean;
  near: readonly NearWord[];
}

/** Typing errors that a word of this length may hold and still be told from another one. */
const errorsAllowed = (length: number): number => {
  if (length < 3) return 0;
  if (length < 7) return 1;
  return length < 12 ? 2 : 3;
};

const never = Number.POSITIVE_INFINITY;

const spellingCost = ({ word, isPrefix }: UnknownWord, other: string): number => {
  const allowed = errorsAllowed(word.length);
  const errors = editDistance(word, other);
  // People seldom miss the first letter.
  const cost = errors <= allowed ? errors + (word[0] === other[0] ? 0 : 0.3) : never;
  if (!isPrefix || word.length < 5) return cost;
  const begun = prefixDistance(word, other);
  return begun <= errorsAllowed(word.length) ? Math.min(cost, begun + 0.6) : cost;
};

/**
 * Errors that the sounds of two words may hold. A word that was typed on the other layout and means one of the other
 * alphabet has come a long way already, so it has to sound the same.
 */
const soundErrorsAllowed = ({ sound, isOtherLayout }: UnknownWord, isOtherAlphabet: boolean) =>
  sound.length < 3 || (isOtherLayout && isOtherAlphabet)
    ? 0
    : Math.max(1, Math.floor(sound.length * 0.4));

/** Repeated letters sound like one: what sounds so short must be about as long in writing, too (йййй is not ии). */
const isTooShortToTell = ({ sound, word }: UnknownWord, other: string): boolean =>
  sound.length < 3 && Math.abs(word.length - other.length) > 1;

const soundCost = (unknown: UnknownWord, other: NearWord): number => {
  const { sound, word, isPrefix } = unknown;
  const errors = editDistance(sound, other.sound);
  const isOtherAlphabet = isCyrillic(word) !== isCyrillic(other.word);
  if (isTooShortToTell(unknown, other.word)) return never;
  const isNear = errors <= soundErrorsAllowed(unknown, isOtherAlphabet);
  if (isNear) return (isOtherAlphabet ? 0.2 : 0.8) + 0.6 * errors;
  const isBegun = isPrefix && isOtherAlphabet && sound.length > 3 && other.sound.startsWith(sound);
  return isBegun ? 0.7 : never;
};

/** How far-fetched it is that this word was meant; infinite for what is out of the question. */
export function mendingCost(unknown: UnknownWord, other: NearWord): number {
  const cost = Math.min(spellingCost(unknown, other.word), soundCost(unknown, other));
  return (
    cost +
    (unknown.isOtherLayout ? 0.3 : 0) -
    (other.inTitle ? 0.3 : 0) -
    Math.min(0.2, 0.02 * Math.log2(1 + other.count))
  );
}

/** The word that was most likely meant, or null when nothing is near enough. */
export function nearestWord(readings: readonly UnknownWord[]): NearWord | null {
  let best: { word: NearWord; cost: number } | null = null;
  for (const reading of readings) {
    for (const word of reading.near) {
      const cost = mendingCost(reading, word);
      const isBetter =
        best === null || cost < best.cost || (cost === best.cost && word.word < best.word.word);
      if (cost < never && isBetter) best = { word, cost };
    }
  }
  return best?.word ?? null;
}
