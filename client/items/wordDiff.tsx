/** Differences of two texts by words, and a text with its differences marked. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { diffArrays } from 'diff';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';

export interface DiffPart {
  text: string;
  kind: 'same' | 'removed' | 'added';
  /** Number of words in `text`. */
  words: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const segments = (text: string): string[] => [...segmenter.segment(text)].map((s) => s.segment);

const countWords = (text: string): number =>
  [...segmenter.segment(text)].filter((segment) => segment.isWordLike).length;

/** The parts of an address stand between its separators. */
const addressParts = (text: string): string[] => text.split(/([/?&#=]+)/).filter(Boolean);

/** The search for the shortest difference takes the square of its length in steps. */
const maxEditLength = 1_000;

interface Change {
  value: string[];
  added: boolean;
  removed: boolean;
}

/** The common beginning and end of two texts, with everything between them replaced. */
function replaceMiddle(before: string[], after: string[]): Change[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const middle = (words: string[]) => words.slice(start, words.length - end);
  return [
    { value: before.slice(0, start), added: false, removed: false },
    { value: middle(before), added: false, removed: true },
    { value: middle(after), added: true, removed: false },
    { value: before.slice(before.length - end), added: false, removed: false },
  ].filter(({ value }) => value.length > 0);
}

const partsOf = (before: string[], after: string[]): DiffPart[] =>
  (diffArrays(before, after, { maxEditLength }) ?? replaceMiddle(before, after)).map(
    ({ value, added, removed }) => {
      const text = value.join('');
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      return { text, kind, words: countWords(text) };
    },
  );

/** A space between two changed words belongs to the change: `new words` rather than `new` `words`. */
function joinAcrossSpaces(parts: readonly DiffPart[]): DiffPart[] {
  const runs: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed) runs.push({ text: removed, kind: 'removed', words: countWords(removed) });
    if (added) runs.push({ text: added, kind: 'added', words: countWords(added) });
    removed = '';
    added = '';
  };
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    const isBetween = (removed || added) && next !== undefined && part.text.trim() === '';
    if (part.kind === 'removed') removed += part.text;
    else if (part.kind === 'added') added += part.text;
    else if (isBetween) {
      if (removed) removed += part.text;
      if (added) added += part.text;
      if (!removed || !added) {
        const side = removed ? 'added' : 'removed';
        // The other side has this space too: it stands there as an unchanged part of the text.
        if (side === 'added') added += part.text;
        else removed += part.text;
      }
    } else {
      flush();
      runs.push(part);
    }
  });
  flush();
  return runs;
}

/** The differences of two texts, in the order of the text. */
export const diffTexts = (before: string, after: string): DiffPart[] =>
  joinAcrossSpaces(partsOf(segments(before), segments(after)));

/** The differences of two addresses, by their segments. */
export const diffAddresses = (before: string, after: string): DiffPart[] =>
  partsOf(addressParts(before), addressParts(after));

interface ChangedWords {
  /** A word that stands in the place of another. */
  changed: number;
  removed: number;
  added: number;
}

/** Number of replaced, removed and added words. */
export function countChanges(parts: readonly DiffPart[]): ChangedWords {
  const sum: ChangedWords = { changed: 0, removed: 0, added: 0 };
  parts.forEach((part, index) => {
    if (part.kind === 'same') return;
    const [before, after] = [parts[index - 1], parts[index + 1]];
    if (part.kind === 'added' && before?.kind === 'removed') return;
    const came = part.kind === 'removed' && after?.kind === 'added' ? after.words : 0;
    const went = part.kind === 'removed' ? part.words : 0;
    const all = part.kind === 'added' ? part.words : came;
    const changed = Math.min(went, all);
    sum.changed += changed;
    sum.removed += went - changed;
    sum.added += all - changed;
  });
  return sum;
}

const shortRun = 12;
const context = 4;

/** The ends of a long unchanged text and the number of words between; null when it is short. */
export function collapse(text: string): { start: string; hidden: number; end: string } | null {
  const words = [...segmenter.segment(text)].filter((segment) => segment.isWordLike);
  const first = words[context - 1];
  const last = words.at(-context);
  if (words.length <= shortRun || !first || !last) return null;
  return {
    start: text.slice(0, first.index + first.segment.length),
    hidden: words.length - 2 * context,
    end: text.slice(last.index),
  };
}

interface PartsProps {
  parts: readonly DiffPart[];
  onlyChanges?: boolean;
}

/** The marked text; assistive technology is told what went and what came. */
export function DiffParts({ parts, onlyChanges = false }: PartsProps) {
  const { t } = useTranslation('dashboard');
  const same = (text: string): ReactNode => {
    const short = onlyChanges ? collapse(text) : null;
    if (!short) return text;
    return (
      <>
        {short.start} <i>{t('admin.inconsistencies.unchanged', { count: short.hidden })}</i>{' '}
        {short.end}
      </>
    );
  };
  return parts.map((part, index) => {
    // The parts of a text have no other identity than their place.
    const key = `${index} ${part.kind}`;
    if (part.kind === 'same') return <span key={key}>{same(part.text)}</span>;
    const Mark = part.kind === 'removed' ? 'del' : 'ins';
    return (
      <Mark key={key}>
        <VisuallyHidden>{t(`admin.inconsistencies.${part.kind}`)} </VisuallyHidden>
        {part.text}
      </Mark>
    );
  });
}
