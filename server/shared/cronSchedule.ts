// Cron schedules: the five fields that the job queue understands, and their next run.
import { dayMs, hourMs, minuteMs } from './durations.ts';

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

function isField(field: string, [min, max]: readonly [number, number]): boolean {
  const inside = (text: string | undefined) => Number(text) >= min && Number(text) <= max;
  return field.split(',').every((part) => {
    const step = /^\*(?:\/(\d+))?$/.exec(part);
    if (step) return step[1] === undefined || Number(step[1]) > 0;
    const range = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!range || !inside(range[1])) return false;
    return range[2] === undefined || (inside(range[2]) && Number(range[2]) > Number(range[1]));
  });
}

/**
 * True for a valid schedule: minute, hour, day of the month, month, day of the week (0 is Sunday),
 * each `*`, `*` with a step, a number, a range or a comma list of these.
 */
export function isCronSchedule(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === bounds.length &&
    fields.every((field, index) => isField(field, bounds[index] ?? [0, 0]))
  );
}

/** Leap days come at most eight years apart. */
const maxDays = 366 * 8;

function valuesOf(field: string, [min, max]: readonly [number, number]): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step = '1'] = part.split('/');
    const [from = '', to] = range.split('-');
    const first = range === '*' ? min : Number(from);
    const last = range === '*' ? max : Number(to ?? from);
    for (let value = first; value <= last; value += Number(step)) values.add(value);
  }
  return values;
}

/**
 * The first minute after `after` that matches the schedule, in UTC; null for none, as on 30
 * February. If both day fields are limited, either suffices.
 */
export function nextRun(schedule: string, after: Date): Date | null {
  const fields = schedule.trim().split(/\s+/);
  const [minutes, hours, dates, months, weekdays] = bounds.map((bound, at) =>
    valuesOf(fields[at] ?? '*', bound),
  );
  if (!minutes || !hours || !dates || !months || !weekdays) return null;
  const limitsDates = dates.size < 31;
  const limitsWeekdays = weekdays.size < 7;
  const fitsDay = (day: Date): boolean => {
    if (!months.has(day.getUTCMonth() + 1)) return false;
    const date = dates.has(day.getUTCDate());
    const weekday = weekdays.has(day.getUTCDay());
    return limitsDates && limitsWeekdays ? date || weekday : date && weekday;
  };
  const midnight = new Date(after);
  midnight.setUTCHours(0, 0, 0, 0);
  for (let day = 0; day < maxDays; day += 1) {
    const start = midnight.getTime() + day * dayMs;
    if (!fitsDay(new Date(start))) continue;
    for (const hour of [...hours].sort((one, other) => one - other)) {
      for (const minute of [...minutes].sort((one, other) => one - other)) {
        const moment = new Date(start + hour * hourMs + minute * minuteMs);
        if (moment > after) return moment;
      }
    }
  }
  return null;
}
