/** Text with highlighted ranges or occurrences. */
import type { ReactNode } from 'react';

export interface TextRange {
  start: number;
  end: number;
}

export interface HighlightedTextProps {
  text: string;
  /** Every occurrence is marked, whatever its case; without one, the words that begin alike. */
  part?: string;
  /** Half-open ranges of UTF-16 code units, in any order; used when `part` is not given. */
  ranges?: readonly TextRange[];
}

const occurrences = (text: string, part: string): TextRange[] => {
  const wanted = part.trim().toLowerCase();
  const lower = text.toLowerCase();
  // A text whose length changes with its case cannot be marked by position.
  if (wanted === '' || lower.length !== text.length) return [];
  const found: TextRange[] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    found.push({ start: at, end: at + wanted.length });
  }
  return found;
};

/** Shortest beginning that forms of one word share, and the longest ending that is left out. */
const sharedLetters = 4;
const longestEnding = 3;

const sharedLength = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** Words of the text that are forms of the searched words. */
const otherForms = (text: string, part: string): TextRange[] => {
  const wanted = part.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const isForm = wanted.some((one) => {
      const shared = sharedLength(one, word.toLowerCase());
      return shared >= Math.max(sharedLetters, one.length - longestEnding);
    });
    return isForm ? [{ start: index, end: index + word.length }] : [];
  });
};

const marksOf = (text: string, part: string): TextRange[] => {
  const exact = occurrences(text, part);
  return exact.length > 0 ? exact : otherForms(text, part);
};

export function HighlightedText({ text, part, ranges = [] }: HighlightedTextProps): ReactNode {
  const marks =
    part === undefined ? [...ranges].sort((a, b) => a.start - b.start) : marksOf(text, part);
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const range of marks) {
    const start = Math.max(range.start, end);
    if (range.end <= start || start >= text.length) continue;
    pieces.push(text.slice(end, start), <mark key={start}>{text.slice(start, range.end)}</mark>);
    end = range.end;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}
