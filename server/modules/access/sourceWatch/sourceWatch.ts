// Source watch: next state of a page from a reading of it. Pure.
import { createHash } from 'node:crypto';
import { limits } from '../../../config/limits.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { DataFact, RuleKey } from '../dataRules/dataRules.ts';
import { substantialChanges, type TextChanges } from './substantialChanges.ts';

export type SourceReading =
  | { kind: 'text'; sentences: string[] }
  /** 404 or 410. */
  | { kind: 'gone' }
  /** The site refuses to be read, or the file is not a page. */
  | { kind: 'refused' }
  | { kind: 'failed' };

/** State of a page after its last reading. */
export interface SourcePage {
  /** Null until the page was read. */
  textHash: string | null;
  sentences: string[];
  /** Consecutive readings without a page or with too little text. */
  misses: number;
  isGone: boolean;
}

export interface SourceChange {
  kind: 'changed' | 'gone';
  removed: string[];
  added: string[];
  /** Number of changed sentences that are not listed. */
  more: number;
}

/** A change of a source that a rule quotes, for its deciders. */
export interface ChangedSource extends SourceChange, RuleKey {
  changeId: number;
  sourceUrl: string;
  foundAt: Date;
  titleRu: string | null;
  titleEn: string | null;
  /** The facts of the rule that quote the source. */
  facts: DataFact[];
}

const { changedSentences, shownCharacters, missesToBelieve, incompleteShare, refusedMs } =
  limits.sourceWatch;

const hashOf = (sentences: readonly string[]): string =>
  createHash('sha256').update(sentences.join('\n')).digest('hex');

const shorten = (sentence: string): string =>
  sentence.length > shownCharacters ? `${sentence.slice(0, shownCharacters)}…` : sentence;

/** The first sentences of both sides within the limit. */
function toChange({ removed, added }: TextChanges): SourceChange {
  const half = changedSentences / 2;
  const shown = {
    removed: removed.slice(0, Math.max(half, changedSentences - added.length)).map(shorten),
    added: added.slice(0, Math.max(half, changedSentences - removed.length)).map(shorten),
  };
  const more = removed.length + added.length - shown.removed.length - shown.added.length;
  return { kind: 'changed', ...shown, more };
}

const lengthOf = (sentences: readonly string[]): number =>
  sentences.reduce((sum, sentence) => sum + sentence.length, 0);

/** True for a page that shows a notice, a challenge or a login instead of its text. */
const looksIncomplete = (before: readonly string[], after: readonly string[]): boolean =>
  lengthOf(after) < lengthOf(before) * incompleteShare;

interface Outcome {
  page: SourcePage;
  /** Null without a substantial change. */
  change: SourceChange | null;
  /** Shortest time until the next reading. */
  pauseMs: number;
}

function readText(page: SourcePage, sentences: string[]): Omit<Outcome, 'pauseMs'> {
  const textHash = hashOf(sentences);
  const found = { textHash, sentences, misses: 0, isGone: false };
  if (page.textHash === null || page.textHash === textHash) return { page: found, change: null };
  const changes = substantialChanges(page.sentences, sentences);
  if (!changes) return { page: found, change: null };
  const misses = page.misses + 1;
  if (looksIncomplete(page.sentences, sentences) && misses < missesToBelieve)
    return { page: { ...page, misses }, change: null };
  return { page: found, change: toChange(changes) };
}

/**
 * Applies a reading to a page. A missing page or a much shorter text counts only after several consecutive readings.
 */
export function takeReading(page: SourcePage, reading: SourceReading): Outcome {
  if (reading.kind === 'text' && reading.sentences.length > 0)
    return { ...readText(page, reading.sentences), pauseMs: dayMs };
  if (reading.kind === 'gone') {
    const misses = page.misses + 1;
    const isGone = misses >= missesToBelieve;
    const change: SourceChange | null =
      isGone && !page.isGone ? { kind: 'gone', removed: [], added: [], more: 0 } : null;
    return { page: { ...page, misses, isGone }, change, pauseMs: dayMs };
  }
  return { page, change: null, pauseMs: reading.kind === 'refused' ? refusedMs : dayMs };
}
