// Delivery of notifications: which are sent by Telegram and mail, and when: at once or with a digest at nine, outside quiet hours. Pure.
import { z } from 'zod';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { type Language, languages } from '../../../shared/language.ts';
import { type NotificationKind, notificationKinds, notificationRows } from './notificationKinds.ts';

/** Hours without messages by the person's clock, such as `22:00` to `08:00`. */
interface QuietHours {
  from: string;
  until: string;
}

export interface PersonalClock {
  timeZone: string;
  quiet: QuietHours | null;
}

const digestMinute = 9 * 60;
const monday = 1;
/** In minutes. */
const maxClockShift = 24 * 60;

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

/** True for a name in the IANA list; UTC offsets are refused. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Converts between moments and the local time of a zone, which is stored as if it were UTC. */
function localClock(timeZone: string) {
  const format = formatOf(isTimeZone(timeZone) ? timeZone : 'UTC');
  const localTime = (at: number): number => {
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
    localTime,
    /** The first moment with this local time; if the clock skips it, the moment as far after the gap. */
    momentOf(local: number): number {
      const early = local - (localTime(local) - local);
      const late = local - (localTime(early) - early);
      const matching = [early, late].filter((at) => localTime(at) === local);
      return matching.length > 0 ? Math.min(...matching) : Math.max(early, late);
    },
  };
}

type LocalClock = ReturnType<typeof localClock>;

const dayOf = (local: number): number => Math.floor(local / dayMs) * dayMs;

function isQuiet(local: number, { from, until }: QuietHours): boolean {
  const now = Math.floor((local - dayOf(local)) / minuteMs);
  const [start, end] = [minuteOf(from), minuteOf(until)];
  return start < end ? now >= start && now < end : now >= start || now < end;
}

function skipQuietHours(
  { localTime, momentOf }: LocalClock,
  quiet: QuietHours | null,
  at: number,
): number {
  if (!quiet || !isQuiet(localTime(at), quiet)) return at;
  const local = localTime(at);
  const end = dayOf(local) + minuteOf(quiet.until) * minuteMs;
  let moment = Math.max(at, momentOf(end > local ? end : end + dayMs));
  // When the clock is set back, the same hour comes twice.
  for (let more = 0; more < maxClockShift && isQuiet(localTime(moment), quiet); more += 1)
    moment += minuteMs;
  return moment;
}

function nextDigest({ localTime, momentOf }: LocalClock, isWeekly: boolean, at: number): number {
  for (let day = dayOf(localTime(at)); ; day += dayMs) {
    const moment = momentOf(day + digestMinute * minuteMs);
    if (moment > at && (!isWeekly || new Date(day).getUTCDay() === monday)) return moment;
  }
}

/** The end of the quiet hours around a moment, or the moment itself. */
export const endOfQuietHours = (at: Date, { timeZone, quiet }: PersonalClock): Date =>
  quiet ? new Date(skipQuietHours(localClock(timeZone), quiet, at.getTime())) : at;

/**
 * Time at which a notification is sent: at once or with the next digest (at nine, weekly on Monday), after quiet hours.
 */
export function deliveryTime(
  now: Date,
  how: 'now' | 'daily' | 'weekly',
  { timeZone, quiet }: PersonalClock,
): Date {
  if (how === 'now') return endOfQuietHours(now, { timeZone, quiet });
  const clock = localClock(timeZone);
  return new Date(skipQuietHours(clock, quiet, nextDigest(clock, how === 'weekly', now.getTime())));
}

export const channels = ['telegram', 'mail'] as const;
export type Channel = (typeof channels)[number];

/** `answers`: at once, but only about the person's own requests, complaints, proposals and search alerts. */
const telegramChoices = ['off', 'answers', 'now', 'daily', 'weekly'] as const;
type TelegramChoice = (typeof telegramChoices)[number];
const mailChoices = ['off', 'daily', 'weekly'] as const;
type MailChoice = (typeof mailChoices)[number];

/** Null for settings that the person has not chosen. */
export interface StoredDeliveryChoice {
  telegram: TelegramChoice | null;
  mail: MailChoice | null;
  /** Null for messages in both languages. */
  language: Language | null;
  timeZone: string | null;
  quiet: QuietHours | null;
}

export type DeliveryChoice = Omit<StoredDeliveryChoice, 'telegram' | 'mail'> & {
  telegram: TelegramChoice;
  mail: MailChoice;
};

/** Defaults: answers in Telegram, no mail. */
export const withDefaults = (stored: StoredDeliveryChoice | null): DeliveryChoice => ({
  language: stored?.language ?? null,
  timeZone: stored?.timeZone ?? null,
  quiet: stored?.quiet ?? null,
  telegram: stored?.telegram ?? 'answers',
  mail: stored?.mail ?? 'off',
});

export const personalClock = ({ timeZone, quiet }: DeliveryChoice): PersonalClock => ({
  timeZone: timeZone ?? 'UTC',
  quiet,
});

/** Time at which a notification is sent on a channel; null for never. */
export function deliveryMode(
  delivery: DeliveryChoice,
  channel: Channel,
  kind: NotificationKind,
): 'now' | 'daily' | 'weekly' | null {
  const choice = delivery[channel];
  if (choice === 'answers') return notificationRows[kind].statuses ? 'now' : null;
  return choice === 'off' ? null : choice;
}

export const kindsByMode = (
  delivery: DeliveryChoice,
  channel: Channel,
): Map<ReturnType<typeof deliveryMode>, NotificationKind[]> =>
  Map.groupBy(notificationKinds, (kind) => deliveryMode(delivery, channel, kind));

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const timeZoneLength = 64;

export const deliveryInput = z
  .strictObject({
    telegram: z.enum(telegramChoices),
    mail: z.enum(mailChoices),
    language: z.enum(languages),
    timeZone: z
      .string()
      .max(timeZoneLength)
      .refine(isTimeZone, {
        message: 'Unknown time zone. Use a name such as Europe/Berlin',
        params: { code: 'invalid' },
      }),
    quietFrom: time.nullish(),
    quietUntil: time.nullish(),
  })
  .refine(({ quietFrom, quietUntil }) => !quietFrom === !quietUntil, {
    message: 'Quiet hours need a start and an end',
    path: ['quietUntil'],
    params: { code: 'required' },
  })
  .refine(({ quietFrom, quietUntil }) => !quietFrom || quietFrom !== quietUntil, {
    message: 'Quiet hours must end at another time than they start',
    path: ['quietUntil'],
    params: { code: 'invalid' },
  })
  .transform(({ quietFrom, quietUntil, ...choices }): DeliveryChoice => ({
    ...choices,
    quiet: quietFrom && quietUntil ? { from: quietFrom, until: quietUntil } : null,
  }));
export type DeliveryInput = z.input<typeof deliveryInput>;
