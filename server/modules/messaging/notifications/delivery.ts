// Where else than in the page somebody is told, and when: what they choose, and what holds until they do. Pure.
import { z } from 'zod';
import { isTimeZone, type PersonsClock, type QuietHours } from './deliveryTimes.ts';
import type { Language } from '../../../shared/language.ts';
import { notificationKinds, ownKinds, type NotificationKind } from './notifications.ts';

export const channels = ['telegram', 'mail'] as const;
export type Channel = (typeof channels)[number];

/** `answers`: at once, but only what becomes of what the person has asked for. */
const telegramChoices = ['off', 'answers', 'now', 'daily', 'weekly'] as const;
export type TelegramChoice = (typeof telegramChoices)[number];
const mailChoices = ['off', 'daily', 'weekly'] as const;
export type MailChoice = (typeof mailChoices)[number];

/** What somebody has chosen; null where they never have. */
export interface StoredDelivery {
  telegram: TelegramChoice | null;
  mail: MailChoice | null;
  /** Null: everything is said in both languages. */
  language: Language | null;
  timeZone: string | null;
  quiet: QuietHours | null;
}

/** The same as it holds. */
export type Delivery = Omit<StoredDelivery, 'telegram' | 'mail'> & {
  telegram: TelegramChoice;
  mail: MailChoice;
};

/** Until somebody chooses: what they have asked for, as the bot has always told it. */
export const deliveryOf = (stored: StoredDelivery | null): Delivery => ({
  language: stored?.language ?? null,
  timeZone: stored?.timeZone ?? null,
  quiet: stored?.quiet ?? null,
  telegram: stored?.telegram ?? 'answers',
  mail: stored?.mail ?? 'off',
});

export const clockOf = ({ timeZone, quiet }: Delivery): PersonsClock => ({
  timeZone: timeZone ?? 'UTC',
  quiet,
});

const asked = new Set<NotificationKind>([...ownKinds, 'wish_told']);

/** Whether what is added to a notification that was told at once is told at once too: somebody waits for an answer. */
export const isToldAgain = (kind: NotificationKind): boolean => kind === 'case_asked';

/** How a notification goes out on a channel; null: not at all. */
export function wayOf(
  delivery: Delivery,
  channel: Channel,
  kind: NotificationKind,
): 'now' | 'daily' | 'weekly' | null {
  const choice = delivery[channel];
  if (choice === 'answers') return asked.has(kind) ? 'now' : null;
  return choice === 'off' ? null : choice;
}

/** The same, by the way: which kinds go out so. */
export const waysOf = (
  delivery: Delivery,
  channel: Channel,
): Map<ReturnType<typeof wayOf>, NotificationKind[]> =>
  Map.groupBy(notificationKinds, (kind) => wayOf(delivery, channel, kind));

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const mostOfZone = 64;

export const deliveryInput = z
  .strictObject({
    telegram: z.enum(telegramChoices),
    mail: z.enum(mailChoices),
    language: z.enum(['ru', 'en']),
    timeZone: z
      .string()
      .max(mostOfZone)
      .refine(isTimeZone, {
        message: 'There is no such time zone',
        params: { code: 'invalid' },
      }),
    quietFrom: time.nullish(),
    quietUntil: time.nullish(),
  })
  .refine(({ quietFrom, quietUntil }) => !quietFrom === !quietUntil, {
    message: 'Quiet hours have a beginning and an end',
    path: ['quietUntil'],
    params: { code: 'required' },
  })
  .refine(({ quietFrom, quietUntil }) => !quietFrom || quietFrom !== quietUntil, {
    message: 'Quiet hours end at another time than they begin',
    path: ['quietUntil'],
    params: { code: 'invalid' },
  })
  .transform(({ quietFrom, quietUntil, ...choices }): Delivery => ({
    ...choices,
    quiet: quietFrom && quietUntil ? { from: quietFrom, until: quietUntil } : null,
  }));
export type DeliveryInput = z.input<typeof deliveryInput>;
