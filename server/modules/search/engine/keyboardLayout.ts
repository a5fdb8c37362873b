// Keyboard layout correction: "ghtptynfwbz" was typed on the wrong layout and means "презентация".
import { tokens, type Token } from './tokenizer.ts';
import type { IndexView } from './indexView.ts';

/** The keys of both layouts, those of capitals that are signs first: a letter stands on the one without shift. */
const latin = `~{}:"<>\`qwertyuiop[]asdfghjkl;'zxcvbnm,.`;
const cyrillic = 'ёхъжэбюёйцукенгшщзхъфывапролджэячсмитьбю';
const keys = new Map(
  [...latin].flatMap((key, place) => {
    const letter = cyrillic[place]!;
    return [[key, letter] as const, [letter, key] as const];
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
  words.every(({ word }, place) => {
    const mayBegin = isLast && place === words.length - 1 && word.length >= shortestBeginning;
    return view.isMeaningful(word) || (mayBegin && view.wordsBeginning(word, 1).length > 0);
  });

/** True for a chunk of a text that means something on the other layout only. */
function isMistyped(view: IndexView, chunk: string, isLast: boolean): boolean {
  const other = otherLayout(chunk);
  const [typed, words] = [tokens(chunk), tokens(other)];
  if (isReadable(view, typed, isLast) || isLatinSign.test(chunk)) return false;
  if (isFramed.test(chunk) && !isFramed.test(other)) return false;
  if (isReadable(view, words, isLast)) return true;
  return words.length === 1 && hasLetterKeys.test(chunk);
}

/** The text with its chunks on the layout that was meant; null when all of them were. */
export function otherKeyboardLayout(text: string, view: IndexView): string | null {
  const chunks = text.split(/\s+/).filter(Boolean);
  const mistyped = chunks.map((chunk, place) =>
    isMistyped(view, chunk, place === chunks.length - 1),
  );
  if (!mistyped.includes(true)) return null;
  return chunks.map((chunk, place) => (mistyped[place] ? otherLayout(chunk) : chunk)).join(' ');
}
