/** Text with highlighted ranges or occurrences. */
import type { ReactNode } from 'react';

export interface TextRange {
  start: number;
  end: number;
}

export interface HighlightedTextProps {
  text: string;
  /** Every occurrence is marked, whatever its case. */
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

export function HighlightedText({ text, part, ranges = [] }: HighlightedTextProps): ReactNode {
  const marks =
    part === undefined ? [...ranges].sort((a, b) => a.start - b.start) : occurrences(text, part);
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
