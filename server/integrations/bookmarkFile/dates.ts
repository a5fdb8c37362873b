// Dates of bookmark files: Unix time in any unit, ISO 8601, dates in figures and words, and serial numbers of Excel.
import type { DayMonthOrder } from '../../modules/sync/bookmarkFile.ts';
import { dayMs } from '../../shared/durations.ts';

/** Readings of a date by the order of day and month; both are equal when the order does not matter. */
export interface DateReading {
  dayFirst: Date | null;
  monthFirst: Date | null;
}

/** No bookmark is older than the web. */
const earliest = Date.UTC(1990, 0, 1);

export const isPlausible = (date: Date, now: Date): boolean =>
  date.getTime() >= earliest && date.getTime() <= now.getTime() + dayMs;

/** Milliseconds from 1601, the epoch of Windows and Chrome, to 1970. */
const since1601 = 11_644_473_600_000;

/** Readings of a bare number in milliseconds: seconds, milliseconds, microseconds, nanoseconds, and since 1601. */
const unitReadings: readonly ((value: number) => number)[] = [
  (value) => value * 1_000,
  (value) => value,
  (value) => value / 1_000,
  (value) => value / 1_000_000,
  (value) => value / 1_000 - since1601,
  (value) => value / 10_000 - since1601,
];

const plausibleIn = (milliseconds: number): boolean =>
  milliseconds >= earliest && milliseconds < Date.UTC(2100, 0, 1);

const same = (date: Date | null): DateReading => ({ dayFirst: date, monthFirst: date });

const time = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d+))?)?\s*([ap])?\.?(?:m\b\.?)?`;
/** Offsets from UTC in minutes, by the letters of a zone. */
const namedZones: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  msk: 180,
  мск: 180,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  bst: 60,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};
const zoneNames = Object.keys(namedZones).join('|');
const zone = String.raw`\s*\(?((?:utc|gmt|мск|msk)?\s?[+-]\d{1,2}(?::?\d{2})?|${zoneNames})?(?![\p{L}\d])(?:\s+(?:${zoneNames}))?\)?(?:\s*\([^)]*\))?`;
const withTime = String.raw`(?:(?:,|t|\s|в|at)+${time}${zone})?`;
const yearFirst = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${withTime}$`, 'iu');
const yearLast = new RegExp(
  String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:\s*г\.?)?${withTime}$`,
  'iu',
);
const compact = /^(\d{4})(\d\d)(\d\d)(?:t?(\d\d)(\d\d)(\d\d)z?)?$/i;
/** ISO 8601 by week, or by the day of the year. */
const byWeek = /^(\d{4})-?w(\d\d)(?:-?([1-7]))?$/i;
const byDayOfYear = /^(\d{4})-(\d{3})$/;
/** A month or a year without a day means its first day. */
const monthFigures = [/^((?:19|20)\d\d)$/, /^(\d{4})[-/.](\d{1,2})$/, /^(\d{1,2})[-/.](\d{4})$/];
const weekdays =
  /(?<!\p{L})\(?(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)(?!\p{L})\.?\)?,?/giu;

/** Limits the time; a longer text is no date. */
const maxLength = 200;

/** Placeholders for a missing date. */
const empty = /^(?:0|null|none|undefined|-|–|—|n\/a|нет)?$/i;

export const isEmptyDate = (text: string): boolean => empty.test(text.trim());

/** Reads a date; both readings are null for other text. Times without a zone are UTC. */
export function readDate(written: string): DateReading {
  if (written.length > maxLength) return same(null);
  // A period, as Notion writes it, means its beginning.
  const unified = written
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u{2010}-\u{2015}\u{2212}]/gu, '-')
    .trim()
    .replace(/\s*→.*$/s, '')
    .replaceAll(/[\s\u{A0}\u{202F}]+/gu, ' ')
    .replace(/^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/, '$1-$2-$3')
    // The name of a zone follows the time, and often its offset.
    .replace(/\[[\w/+-]+\]$/, '');
  const text = withoutTrimmings(unified);
  const calendar = fromCalendar(text);
  if (calendar) return same(calendar);
  if (/^[+-]?\d+(?:[.,]\d+)?(?:e\+?\d+)?$/i.test(text)) return same(fromNumber(text));
  const first = yearFirst.exec(text);
  if (first) {
    const [, year, , month, day, ...rest] = first;
    return same(toDate(year, month, day, rest));
  }
  const last = yearLast.exec(text);
  if (last) {
    const [, one, sign, other, year, ...rest] = last;
    const dayFirst = toDate(year, other, one, rest);
    // Dates with full stops never start with the month.
    return { dayFirst, monthFirst: sign === '.' ? dayFirst : toDate(year, one, other, rest) };
  }
  return same(fromWords(text));
}

/** Removes what programs and people add to a date: quotation marks, weekdays, separators of digit groups. */
function withoutTrimmings(text: string): string {
  const bare = text
    .replaceAll(/^['"@]+|['"]+$/g, '')
    .replace(/^\/?(?:new )?date\((-?\d+)(?:[+-]\d{4})?\)\/?$/i, '$1')
    .trim();
  if (/^\d{1,3}(?:[ ,'’]\d{3}){2,}$/.test(bare)) return bare.replaceAll(/\D/g, '');
  const days = bare.replaceAll(weekdays, ' ').replaceAll(/ {2,}/g, ' ').trim();
  return (
    days
      // Korean and Hungarian dates end with a full stop, and have blanks after the others.
      .replace(/^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\.?(?=\s|$)/, '$1-$2-$3')
      .replace(/[\s,]+$/, '')
      // An hour without minutes.
      .replace(/(?<=[\s,])(\d{1,2}) ?([ap])\.?m\b\.?/i, '$1:00 $2m')
  );
}

/**
 * A day or moment in digits without separators, the first day of a month, year or week, or a day of the year; null for other dates.
 */
function fromCalendar(text: string): Date | null {
  const [, weekYear, week, weekday] = byWeek.exec(text) ?? [];
  if (weekYear !== undefined) {
    // The fourth of January is always in the first week.
    const fourth = new Date(Date.UTC(Number(weekYear), 0, 4));
    const days = (Number(week) - 1) * 7 + Number(weekday ?? 1) - (fourth.getUTCDay() || 7);
    return Number(week) < 1 || Number(week) > 53 ? null : new Date(fourth.getTime() + days * dayMs);
  }
  const [, year, day] = byDayOfYear.exec(text) ?? [];
  if (year !== undefined) {
    const found = new Date(Date.UTC(Number(year), 0, Number(day)));
    return found.getUTCFullYear() === Number(year) && Number(day) > 0 ? found : null;
  }
  const [, compactYear, ofMonth, ofDay, ...clock] = compact.exec(text.replace(' ', 't')) ?? [];
  const compactDate = compactYear === undefined ? null : toDate(compactYear, ofMonth, ofDay, clock);
  if (compactDate && plausibleIn(compactDate.getTime())) return compactDate;
  const [, begin = '', end = ''] =
    monthFigures.map((sign) => sign.exec(text)).find((found) => found !== null) ?? [];
  if (begin === '') return null;
  const [ofYear, month] = begin.length === 4 ? [begin, end || '1'] : [end, begin];
  const date = toDate(ofYear, month, '1', []);
  return date && plausibleIn(date.getTime()) ? date : null;
}

function fromNumber(text: string): Date | null {
  const value = Number(text.replace(',', '.'));
  // Days since 30 December 1899, as Excel counts: 1990 to 2099.
  if (value > 32_000 && value < 73_000)
    return new Date(Math.round((value - 25_569) * 86_400) * 1_000);
  const readings = unitReadings.map((read) => read(value));
  const found = readings.find(plausibleIn) ?? value * 1_000;
  return Math.abs(found) < 8e15 ? new Date(found) : null;
}

/** Languages whose month names are recognised. */
const monthLanguages = 'en ru uk be kk de fr es it pt nl pl cs sv fi tr'.split(' ');

const monthStyles: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  // Many languages inflect the month in a date.
  { month: 'long', day: 'numeric' },
];

/** Full and short month names, created when the first date in words is read. */
let monthNames: string[][] | undefined;

function listMonthNames(): string[][] {
  const formats = monthLanguages.flatMap((language) =>
    monthStyles.map((style) => new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' })),
  );
  return Array.from({ length: 12 }, (_, month) =>
    formats.flatMap((format) =>
      format
        .formatToParts(Date.UTC(2024, month, 9))
        .filter(({ type }) => type === 'month')
        .map(({ value }) => value.toLowerCase().replace(/\.$/, '')),
    ),
  );
}

/** The month for a word of at least three letters: a full name, else a prefix of one. */
function monthOf(word: string): number {
  if (word.length < 3) return -1;
  const months = (monthNames ??= listMonthNames());
  const whole = months.findIndex((names) => names.includes(word));
  return whole === -1
    ? months.findIndex((names) => names.some((name) => name.startsWith(word)))
    : whole;
}

const timeInWords = new RegExp(String.raw`(?:^|[\s,t])${time}${zone}`, 'iu');

function fromWords(text: string): Date | null {
  const clock = timeInWords.exec(text);
  const words = (clock ? text.replace(clock[0], ' ') : text).toLowerCase();
  const month = (words.match(/\p{L}+/gu) ?? []).map(monthOf).findLast((place) => place !== -1);
  if (month === undefined) return null;
  const figures = words.match(/\d+/g) ?? [];
  const year = figures.find((figure) => figure.length === 4) ?? figures[1];
  const day = figures.find((figure) => figure.length <= 2) ?? '';
  // A month without a day means its first day.
  if (figures.length === 1 && year?.length === 4 && !clock)
    return toDate(year, String(month + 1), '1', []);
  if (figures.length !== 2) return null;
  return toDate(year, String(month + 1), day, clock?.slice(1) ?? []);
}

/** The moment; null for a day or time that does not exist. */
function toDate(
  year = '',
  month = '',
  day = '',
  [hours = '0', minutes = '0', seconds = '0', fraction = '0', half, offset]: readonly (
    string | undefined
  )[],
): Date | null {
  const fullYear = Number(year) + (year.length > 2 ? 0 : Number(year) < 70 ? 2_000 : 1_900);
  const midnight = Date.UTC(fullYear, Number(month) - 1, Number(day));
  const written = new Date(midnight);
  // JavaScript turns 30 February into 1 March.
  if (written.getUTCDate() !== Number(day) || written.getUTCMonth() !== Number(month) - 1)
    return null;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60) return null;
  const milliseconds = Math.round(Number(`0.${fraction}`) * 1_000);
  const clock = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + milliseconds;
  return new Date(midnight + clock - offsetMs(offset));
}

function offsetMs(offset: string | undefined): number {
  const named = namedZones[offset?.toLowerCase() ?? ''];
  if (named !== undefined) return named * 60_000;
  const [, sign, hours = '0', minutes = '0'] =
    /([+-])(\d{1,2}):?(\d{2})?$/.exec(offset ?? '') ?? [];
  const value = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -value : value;
}

/** Order of day and month in a file by the majority of its unambiguous dates; null without a majority. */
export function decideOrder(readings: readonly DateReading[]): DayMonthOrder | null {
  let balance = 0;
  for (const { dayFirst, monthFirst } of readings) {
    if (dayFirst && !monthFirst) balance += 1;
    if (monthFirst && !dayFirst) balance -= 1;
  }
  if (balance === 0) return null;
  return balance > 0 ? 'dayFirst' : 'monthFirst';
}

/** True when the order of day and month changes the date. */
export const needsOrder = ({ dayFirst, monthFirst }: DateReading): boolean =>
  dayFirst !== null && monthFirst !== null && dayFirst.getTime() !== monthFirst.getTime();
