/** Formats of dates, numbers and lists, and truncation of texts, by the rules of the reader's language. */
import type { Language } from './languages.ts';

export const dayMs = 24 * 60 * 60 * 1000;
const compactAbove = 9999;

/** English is British, as the texts are. */
const locales: Record<Language, string> = { ru: 'ru', en: 'en-GB' };

/** The day stays with its month, and the year with what follows it. */
const joinDate = (text: string): string =>
  text.replace(/^(\d+) /, '$1\u00A0').replace(/ (?=г\.)/, '\u00A0');

/** A moment: `15 окт. 2026 г., 12:30`. */
export const formatDateTime = (moment: string | Date, language: Language): string =>
  joinDate(
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(moment),
    ),
  );

/** Midnight is shown as the minute before, so that the last day is clear. */
function toLastMinute(moment: string | Date): Date {
  const at = new Date(moment);
  if (at.getHours() === 0 && at.getMinutes() === 0) at.setMinutes(-1);
  return at;
}

export const formatDeadline = (moment: string | Date, language: Language): string =>
  formatDateTime(toLastMinute(moment), language);

/** A deadline of the next days: `15 окт., 12:30`. */
export const formatNearDeadline = (moment: string | Date, language: Language): string =>
  joinDate(
    new Intl.DateTimeFormat(locales[language], {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }).format(toLastMinute(moment)),
  );

/** A day: `15 октября 2026 г.` */
export const formatDate = (moment: string | Date, language: Language): string =>
  joinDate(
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'long' }).format(new Date(moment)),
  );

/** A day in a narrow column: `15 окт. 2026 г.` */
export const formatShortDate = (moment: string | Date, language: Language): string =>
  joinDate(
    new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium' }).format(new Date(moment)),
  );

/** A day of about this year: `26 нояб.` */
export const formatDay = (moment: string | Date, language: Language): string =>
  joinDate(
    new Intl.DateTimeFormat(locales[language], { day: 'numeric', month: 'short' }).format(
      new Date(moment),
    ),
  );

/** The hour and minute: `14:03`. */
export const formatTime = (moment: string | Date, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { timeStyle: 'short' }).format(new Date(moment));

const steps: ReadonlyArray<[Intl.RelativeTimeFormatUnit, number]> = [
  ['day', dayMs],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
];

/** Relative time up to seven days; a date beyond that. */
export function formatRelative(
  moment: string | Date,
  language: Language,
  now: Date = new Date(),
  format: typeof formatDate = formatDate,
): string {
  const distance = new Date(moment).getTime() - now.getTime();
  if (Math.abs(distance) > 7 * dayMs) return format(moment, language);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of steps) {
    if (Math.abs(distance) >= length) return relative.format(Math.trunc(distance / length), unit);
  }
  return relative.format(0, 'second');
}

/** As `formatRelative`, for a narrow column. */
export const formatRelativeShort = (moment: string | Date, language: Language): string =>
  formatRelative(moment, language, new Date(), formatShortDate);

/** A number with the language's separators; above 9,999 in short form: `12 тыс.` */
export const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(
    language,
    Math.abs(value) > compactAbove ? { notation: 'compact', maximumFractionDigits: 1 } : {},
  ).format(value);

/** `Анна, Борис и Вера`. */
export const formatList = (values: readonly string[], language: Language): string =>
  new Intl.ListFormat(locales[language], { style: 'long', type: 'conjunction' }).format(values);

/**
 * Cuts a text to at most `limit` graphemes at the end of a word and adds an ellipsis.
 * Null when the text is short enough to be shown whole.
 */
export function truncate(text: string, limit: number, language: Language): string | null {
  const graphemes = [...new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(text)];
  const firstBeyond = graphemes[limit];
  if (!firstBeyond) return null;
  const end = firstBeyond.index;
  let cut = 0;
  for (const word of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (word.index + word.segment.length > end) break;
    if (word.isWordLike) cut = word.index + word.segment.length;
  }
  return `${text.slice(0, cut === 0 ? end : cut)}…`;
}

/** A text is folded only when so many graphemes would be hidden. */
const leastHidden = 20;

/** As `truncate`, for a text that can be unfolded: null also when too little would be hidden. */
export function fold(text: string, limit: number, language: Language): string | null {
  const cut = truncate(text, limit, language);
  if (cut === null) return null;
  const hidden = text.slice(cut.length - 1);
  const graphemes = new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(hidden);
  return [...graphemes].length < leastHidden ? null : cut;
}

/** The language a search text is written in: Russian when it has a Cyrillic letter (specification, section 5). */
export const searchLanguage = (text: string): Language =>
  /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'en';
