// Difference of two readings of a page: sentences with another meaning, ignoring dates, counters and typography. Pure.
import { limits } from '../../../config/limits.ts';

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

export interface TextChanges {
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
