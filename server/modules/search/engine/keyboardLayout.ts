// Keyboard layout correction: "ghtptynfwbz" was typed on the wrong layout and means "презентация".
import { nameKey, tokens, type Token } from './tokenizer.ts';
import type { IndexView } from './indexView.ts';
import { soundingLike, spelledLike } from './spellCorrection.ts';

/** The keys of both layouts, those of capitals that are signs first: a letter stands on the one without shift. */
const latin = `~{}:"<>\`qwertyuiop[]asdfghjkl;'zxcvbnm,.`;
const cyrillic = 'ёхъжэбюёйцукенгшщзхъфывапролджэячсмитьбю';
const keys = new Map(
  [...latin].flatMap((key, place): [string, string][] => {
    const letter = cyrillic[place]!;
    return [
      [key, letter],
      [letter, key],
    ];
  }),
);

/** The same keys on the other layout, in lower case; what is on neither stays: ьшвощгктун is midjourney. */
const otherLayout = (text: string): string =>
  [...text.toLowerCase()].map((letter) => keys.get(letter) ?? letter).join('');

const shortestBeginning = 3;
const shortestCorrected = 5;

const isFramed = /^[\p{L}\p{N}].*[\p{L}\p{N}]$/u;
/** In quotes, or somebody's: foobar's is no ащщифкэы. */
const isLatinSign = /^(['`"])[^'"`].*\1[.,:;!?]*$|[a-z]'s[.,:;!?]*$/iu;
/** Signs inside a word that are letters on the other layout: [htyjdfz is хреновая. */
const hasLetterKeys = /[a-z][[\];'`]+[a-z]|^[[\];'`][a-z]{3}/;

/** The text with its chunks on the layout that was meant; null when all of them were. */
export function otherKeyboardLayout(text: string, view: IndexView): string | null {
  const chunks = text.split(/\s+/).filter(Boolean);
  const isReadable = (words: readonly Token[], mayBegin: boolean): boolean =>
    words.length > 0 &&
    words.every(
      ({ word }, place) =>
        view.isKnown(word) ||
        view.isOrdinary(word) ||
        (mayBegin &&
          place === words.length - 1 &&
          word.length >= shortestBeginning &&
          view.wordsBeginning(word, 1).length > 0),
    );
  const corrected = chunks.map((chunk, place) => {
    const isLast = place === chunks.length - 1;
    const words = tokens(chunk);
    if (isReadable(words, isLast) || isLatinSign.test(chunk)) return chunk;
    const other = otherLayout(chunk);
    const otherWords = tokens(other);
    // Who means a word types no sign at its edge: баку is not ",fre".
    if (isFramed.test(chunk) && !isFramed.test(other)) return chunk;
    if (otherWords.some(({ word }) => word.length < 2)) return chunk;
    if (isReadable(otherWords, isLast)) return other;
    const [otherWord] = otherWords;
    if (!otherWord || otherWords.length > 1) return chunk;
    if (hasLetterKeys.test(chunk)) return other;
    // Neither is known: the other layout is meant when only there a typing error is near.
    const isNearOnlyThere =
      otherWord.word.length >= shortestCorrected &&
      soundingLike(view, nameKey(words)).length === 0 &&
      spelledLike(view, otherWord.word).length > 0 &&
      spelledLike(view, words[0]?.word ?? '').length === 0;
    return isNearOnlyThere ? other : chunk;
  });
  return corrected.some((chunk, place) => chunk !== chunks[place]) ? corrected.join(' ') : null;
}
