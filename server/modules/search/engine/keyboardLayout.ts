// Keyboard layout correction: "ghtptynfwbz" was typed on the wrong layout and means "презентация".
import { tokens, type Token } from './tokenizer.ts';
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
/** Text without a sign at its edges, as words are typed: баку is not ",fre". */
const isFramed = /^[\p{L}\p{N}].*[\p{L}\p{N}]$/u;
/** In quotes, or somebody's: foobar's is no ащщифкэы. */
const isLatinSign = /^(['`"])[^'"`].*\1[.,:;!?]*$|[a-z]'s[.,:;!?]*$/iu;

/** Signs inside a word that are letters on the other layout: [htyjdfz is хреновая. */
const hasLetterKeys = /[a-z][[\];'`]+[a-z]|^[[\];'`][a-z]{3}/;

/** True when all words are known; the last of a text may be a prefix of one. */
const isReadable = (view: IndexView, words: readonly Token[], isLast: boolean): boolean =>
  words.length > 0 &&
  words.every(
    ({ word }, place) =>
      view.isMeaningful(word) ||
      (isLast &&
        place === words.length - 1 &&
        word.length >= shortestBeginning &&
        view.wordsBeginning(word, 1).length > 0),
  );

/** True for an unknown word that has a correction on the other layout only: ghtpbltynfwbz. */
const isNearOnlyThere = (view: IndexView, [typed]: readonly Token[], [other]: readonly Token[]) =>
  typed !== undefined &&
  other !== undefined &&
  soundingLike(view, typed.word).length === 0 &&
  spelledLike(view, other.word).length > 0 &&
  spelledLike(view, typed.word).length === 0;

/** The text with its chunks on the layout that was meant; null when all of them were. */
export function otherKeyboardLayout(text: string, view: IndexView): string | null {
  const chunks = text.split(/\s+/).filter(Boolean);
  const corrected = chunks.map((chunk, place) => {
    const isLast = place === chunks.length - 1;
    const other = otherLayout(chunk);
    const words = tokens(other);
    const typed = tokens(chunk);
    const isMeant =
      !isReadable(view, typed, isLast) &&
      !isLatinSign.test(chunk) &&
      !(isFramed.test(chunk) && !isFramed.test(other)) &&
      words.every(({ word }) => word.length > 1) &&
      (isReadable(view, words, isLast) ||
        (words.length === 1 && (hasLetterKeys.test(chunk) || isNearOnlyThere(view, typed, words))));
    return isMeant ? other : chunk;
  });
  return corrected.some((chunk, place) => chunk !== chunks[place]) ? corrected.join(' ') : null;
}
