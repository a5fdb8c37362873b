/** Figures of the insights in the reader's language: cells, numbers, days and durations. */
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { InsightNumberFragment } from './generated.ts';

/** A day is `2026-08-31`; null stands for a number of fewer than five people, which is withheld. */
type Cell = string | number | { day: string } | null;

export interface PlotTable {
  caption: string;
  columns: readonly string[];
  /** The first cell names the row. */
  rows: ReadonlyArray<readonly Cell[]>;
}

/** Null when the number is withheld. */
export const valueOf = ({ count }: InsightNumberFragment): number | null => count;

/** The sum; null when one of the numbers is withheld. */
export const sumOf = (counts: readonly InsightNumberFragment[]): number | null =>
  counts.reduce<number | null>(
    (sum, { count }) => (sum === null || count === null ? null : sum + count),
    0,
  );

type DurationUnit = 'minute' | 'hour' | 'day';

/** A length of time in the unit that a reader would choose. */
export function durationOf(hours: number): { value: number; unit: DurationUnit } {
  if (hours < 1) return { value: Math.round(hours * 60), unit: 'minute' };
  if (hours < 72) return { value: Math.round(hours), unit: 'hour' };
  return { value: Math.round((hours / 24) * 10) / 10, unit: 'day' };
}

export function useFigures() {
  const { t } = useTranslation('insights');
  const { language } = useLanguage();
  const locale = language === 'ru' ? 'ru' : 'en-GB';
  const utcDay = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day));
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const count = (value: number | null) => (value === null ? t('withheld') : number(value));
  const day = (date: string) => utcDay(date, { dateStyle: 'long' });
  return {
    number,
    /** A number, or that it is below five. */
    count,
    percent: (share: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    day,
    shortDay: (date: string) => utcDay(date, { day: 'numeric', month: 'short' }),
    month: (date: string) => utcDay(date, { month: 'short' }),
    unit: (value: number, unit: DurationUnit, unitDisplay: 'long' | 'short' = 'long') =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value),
    cell: (cell: Cell): string => {
      if (cell !== null && typeof cell === 'object') return day(cell.day);
      return typeof cell === 'string' ? cell : count(cell);
    },
  };
}
