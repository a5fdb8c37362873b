// Says where the words of a search stand in a text, in UTF-16 code units; the page marks them, no HTML is made of data.
import { shortestPrefix } from './spans.ts';
import { fold, wordsOf, type Word } from './searchText.ts';

/** Half-open range of UTF-16 code units. */
export interface MarkedRange {
  start: number;
  end: number;
}

/** The words to mark, in every form that the catalogue knows, and the beginning that the last one may be. */
export interface MarkedWords {
  words: ReadonlySet<string>;
  beginning: string | null;
}

/** The parts of a name that is written as one word: ChatGPT is Chat and GPT, Brand24 is Brand and 24. */
const nameParts = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{L}+|\p{N}+/gu;

const partsOf = (text: string, { start, end }: Word): Word[] =>
  [...text.slice(start, end).matchAll(nameParts)].map((match) => ({
    word: fold(match[0]),
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));

const longestJoin = 3;

/**
 * Where words stand in a text, in order and without overlaps.
 * @param isTitle in titles also the parts of words and short beginnings count
 */
export function rangesIn(
  text: string | null,
  marked: MarkedWords,
  isTitle: boolean,
): MarkedRange[] {
  if (!text) return [];
  const { words, beginning } = marked;
  const isMarked = (word: string): boolean =>
    words.has(word) ||
    (beginning !== null &&
      (isTitle || beginning.length >= shortestPrefix) &&
      word.startsWith(beginning));
  const tokens = wordsOf(text);
  const ranges: MarkedRange[] = [];
  for (const [place, token] of tokens.entries()) {
    if (isMarked(token.word)) {
      ranges.push({ start: token.start, end: token.end });
      continue;
    }
    let joined = token.word;
    for (const next of tokens.slice(place + 1, place + longestJoin)) {
      joined += next.word;
      if (words.has(joined)) ranges.push({ start: token.start, end: next.end });
    }
    if (isTitle) {
      for (const part of partsOf(text, token)) {
        if (isMarked(part.word)) ranges.push({ start: part.start, end: part.end });
      }
    }
  }
  return withoutOverlaps(ranges);
}

function withoutOverlaps(ranges: MarkedRange[]): MarkedRange[] {
  const merged: MarkedRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}
