// Source watch: types, what a reading of a page means, and which of its changes are substantial. Pure.
import { createHash } from 'node:crypto';
import { limits } from '../../../config/limits.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { DataFact, RuleKey } from '../dataRules/dataRules.ts';

const { sentenceCharacters } = limits.sourceWatch;

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|январ[яь]|феврал[яь]|марта?|апрел[яь]|ма[яй]|июн[яь]|июл[яь]|августа?|сентябр[яь]|октябр[яь]|ноябр[яь]|декабр[яь]';
const year = '(?:19|20)\\d{2}';
/** Bounded, because a text of digits would take quadratic time. */
const number = '\\d[\\d., ]{0,12}';
/** Word boundary for both alphabets; `\b` supports Latin letters only. */
const edge = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu');

const passing: readonly RegExp[] = [
  edge(`(?:${months})\\.? \\d{1,2}(?:st|nd|rd|th)?,? ${year}`),
  edge(`\\d{1,2}(?:st|nd|rd|th)? (?:${months})\\.?,? ${year}(?: г(?:ода)?)?`),
  edge(`(?:${months}) ${year}`),
  edge(`${year}[-./]\\d{1,2}[-./]\\d{1,2}`),
  edge(`\\d{1,2}[-./]\\d{1,2}[-./]${year}`),
  edge(`${number} (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago`),
  edge(`${number} (?:секунд|минут|час|дн|ден|недел|месяц|год|лет)\\p{L}{0,4} назад`),
  // Request ids and similar tokens; bounded too.
  /(?<![\p{L}\p{N}])(?=[a-f-]{0,64}\d)[\da-f][\da-f-]{15,}(?![\p{L}\p{N}])/gu,
  edge('opens in a new (?:window|tab)'),
  edge('откро[а-я]+ в нов[а-я]+ (?:окне|вкладке)'),
  edge(`${number}[km]? (?:views?|reads?|min(?:utes?)? read|likes?|shares?|comments?|votes?)`),
  edge(`${number} out of ${number} (?:people )?found this helpful`),
  edge(`(?:просмотр|комментари|лайк)\\p{L}{0,4}:? ?${number}`),
  edge(`${number} (?:просмотр|комментари|лайк|мин(?:ут\\p{L}{0,4})? чтения)\\p{L}{0,4}`),
  edge(`на сайте: ?${number}`),
];

/** A line such as "Last updated on", whose date is already removed. */
const isDateLine =
  /^(?:\p{L}+ ){0,3}(?:updated|revised|reviewed|effective|modified|published|posted|обновлен|обновлено|обновлена|редакция|опубликовано)(?: \p{L}+){0,2}$/u;

/** `3.2.` or `(b)` at the start, because a new section renumbers later ones. */
const enumeration = /^\(?(?:\d{1,2}(?:\.\d{1,2}){0,3}|\p{L})[.)]\s+/u;

/** Normal form of a sentence for comparison: without case, punctuation, dates and counters. */
function meaningOf(sentence: string): string {
  let text = sentence.normalize('NFKC').toLowerCase().replace(enumeration, '');
  for (const pattern of passing) text = text.replaceAll(pattern, ' ');
  const meaning = text
    // Characters inside numbers and words stay: 1.5, don't; the form of an apostrophe is ignored.
    .replaceAll(/(?<=\p{L})[’'ʼ`](?=\p{L})/gu, '')
    .replaceAll(/(?<=\d)[\s ](?=\d{3}(?!\d))/gu, '')
    .replaceAll(/(?<!\d)[.,]|[.,](?!\d)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}\p{Sc}%+<>≤≥.,]+/gu, ' ')
    .trim();
  return isDateLine.test(meaning) ? '' : meaning;
}

interface TextChanges {
  removed: string[];
  added: string[];
}

/** Sentences with their normal forms; empty ones are dropped. */
const toMeanings = (sentences: readonly string[]) =>
  sentences
    .map((sentence) => ({ sentence, meaning: meaningOf(sentence.slice(0, sentenceCharacters)) }))
    .filter((one) => one.meaning);

type Meaning = ReturnType<typeof toMeanings>[number];

/** The sentences that `others` lacks or contains less often. */
function missingFrom(others: readonly Meaning[], own: readonly Meaning[]): Meaning[] {
  const left = new Map<string, number>();
  for (const { meaning } of others) left.set(meaning, (left.get(meaning) ?? 0) + 1);
  return own.filter(({ meaning }) => {
    const count = left.get(meaning) ?? 0;
    if (count > 0) left.set(meaning, count - 1);
    return count === 0;
  });
}

const allWords = (meanings: readonly Meaning[]): string =>
  meanings.map(({ meaning }) => meaning).join(' ');

/** Differences of the later reading, regardless of order; null for none. */
export function substantialChanges(
  before: readonly string[],
  after: readonly string[],
): TextChanges | null {
  const [old, now] = [toMeanings(before), toMeanings(after)];
  const [removed, added] = [missingFrom(now, old), missingFrom(old, now)];
  // The same words, split differently into sentences or blocks.
  if (allWords(removed) === allWords(added)) return null;
  return {
    removed: removed.map(({ sentence }) => sentence),
    added: added.map(({ sentence }) => sentence),
  };
}

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
