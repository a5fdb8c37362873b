// When somebody is told outside the page: at once or with a digest in the morning, and never in their quiet hours. Pure.
import { dayMs, minuteMs } from '../../../shared/durations.ts';

/** Hours in which nothing is sent, by the person's clock: `22:00` to `08:00`. */
export interface QuietHours {
  from: string;
  until: string;
}

/** A person's clock. */
export interface PersonsClock {
  timeZone: string;
  quiet: QuietHours | null;
}

const digestAt = 9 * 60;
const monday = 1;
/** No clock is put back or forward further than this, in minutes. */
const mostShift = 24 * 60;

const minuteOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
};

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });

/** Whether there is such a time zone: of the IANA's list, not a mere distance from UTC. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Moments and what a clock on the wall shows then, as if it were UTC. */
function wallOf(timeZone: string) {
  const format = formatOf(isTimeZone(timeZone) ? timeZone : 'UTC');
  const shown = (at: number): number => {
    const parts = new Map(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const),
    );
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      (at % minuteMs) / 1_000,
    );
  };
  return {
    shown,
    /** The first moment that shows this; where the clock jumps over it, as far behind the jump. */
    momentOf(wall: number): number {
      const early = wall - (shown(wall) - wall);
      const late = wall - (shown(early) - early);
      const right = [early, late].filter((at) => shown(at) === wall);
      return right.length > 0 ? Math.min(...right) : Math.max(early, late);
    },
  };
}

type Wall = ReturnType<typeof wallOf>;

const dayOf = (wall: number): number => Math.floor(wall / dayMs) * dayMs;

function isQuiet(wall: number, { from, until }: QuietHours): boolean {
  const now = Math.floor((wall - dayOf(wall)) / minuteMs);
  const [start, end] = [minuteOf(from), minuteOf(until)];
  return start < end ? now >= start && now < end : now >= start || now < end;
}

function endOfQuiet({ shown, momentOf }: Wall, quiet: QuietHours | null, at: number): number {
  if (!quiet || !isQuiet(shown(at), quiet)) return at;
  const wall = shown(at);
  const end = dayOf(wall) + minuteOf(quiet.until) * minuteMs;
  let moment = Math.max(at, momentOf(end > wall ? end : end + dayMs));
  // Where the clock was put back the same hour comes twice.
  for (let more = 0; more < mostShift && isQuiet(shown(moment), quiet); more += 1)
    moment += minuteMs;
  return moment;
}

function nextDigest({ shown, momentOf }: Wall, isWeekly: boolean, at: number): number {
  for (let day = dayOf(shown(at)); ; day += dayMs) {
    const moment = momentOf(day + digestAt * minuteMs);
    if (moment > at && (!isWeekly || new Date(day).getUTCDay() === monday)) return moment;
  }
}

/** The end of the quiet hours that a moment falls into; the moment itself outside of them. */
export const afterQuiet = (at: Date, { timeZone, quiet }: PersonsClock): Date =>
  quiet ? new Date(endOfQuiet(wallOf(timeZone), quiet, at.getTime())) : at;

/** When what happens now is told: at once or with the next digest (at nine, of a week on Monday), behind the quiet hours. */
export function dueAt(
  now: Date,
  how: 'now' | 'daily' | 'weekly',
  { timeZone, quiet }: PersonsClock,
): Date {
  if (how === 'now') return afterQuiet(now, { timeZone, quiet });
  const wall = wallOf(timeZone);
  return new Date(endOfQuiet(wall, quiet, nextDigest(wall, how === 'weekly', now.getTime())));
}
