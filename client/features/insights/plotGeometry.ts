/** Pure geometry of the plots: scales, ticks, places of labels. */
import { scaleBand, scaleLinear } from '@visx/scale';
import { dayMs } from '../../i18n/formats.ts';

/** Least room of a tick's words. */
const tickWidth = { month: 44, day: 60, duration: 56 };
/** Up to so many weeks, days say more than months. */
const fewWeeks = 9;

/** Weeks that get a tick: the first of each month, or single days when there are few weeks. */
export function monthTicks(
  weeks: readonly string[],
  width: number,
): { ticks: string[]; isMonths: boolean } {
  const isMonths = weeks.length > fewWeeks;
  const wanted = isMonths
    ? weeks.filter((week, place) => place > 0 && week.slice(0, 7) !== weeks[place - 1]?.slice(0, 7))
    : weeks;
  const room = Math.max(1, Math.floor(width / tickWidth[isMonths ? 'month' : 'day']));
  const step = Math.ceil(wanted.length / room);
  return { ticks: wanted.filter((_week, place) => place % step === 0), isMonths };
}

export const weekScale = (weeks: readonly string[], from: number, to: number) =>
  scaleBand<string>({ domain: [...weeks], range: [from, to], padding: 0.25 });

export const countScale = (greatest: number, bottom: number, top: number) =>
  scaleLinear<number>({ domain: [0, Math.max(greatest, 1)], range: [bottom, top], nice: 4 });

/** Without the week that is still running: its unfinished number would read as a fall. */
export function completeWeeks<Week extends { weekStart: string }>(
  weeks: readonly Week[],
  until: string,
): readonly Week[] {
  const last = weeks.at(-1);
  const isRunning = last && Date.parse(last.weekStart) + 7 * dayMs > Date.parse(until);
  return isRunning && weeks.length > 2 ? weeks.slice(0, -1) : weeks;
}

/** Moves labels apart, from the lowest on, so that each is at least `gap` above the one before. */
export function spreadLabels(places: readonly number[], gap: number, bottom: number): number[] {
  const spread: number[] = [];
  let below = bottom + gap;
  for (const place of places) {
    below = Math.min(place, below - gap);
    spread.push(below);
  }
  return spread;
}

/** Ticks of a scale of hours, in the unit that suits its greatest value. */
export function durationScale(greatestHours: number, from: number, to: number) {
  const unit = greatestHours > 48 ? 'day' : 'hour';
  const hours = unit === 'day' ? 24 : 1;
  const scale = scaleLinear<number>({
    domain: [0, Math.max(greatestHours / hours, 1)],
    range: [from, to],
    nice: 3,
  });
  const whole = scale.ticks(3).filter(Number.isInteger);
  const apart = scale(whole[1] ?? 1) - scale(0);
  const step = Math.max(1, Math.ceil(tickWidth.duration / apart));
  return {
    unit,
    x: (value: number) => scale(value / hours),
    ticks: whole
      .filter((_value, place) => place % step === 0)
      .map((value) => ({ value, x: scale(value) })),
  } as const;
}
