// Delivery choices: which notifications are sent by Telegram and mail, and when. Pure.
import { z } from 'zod';
import { isTimeZone, type PersonalClock, type QuietHours } from './deliveryTimes.ts';
import { languages, type Language } from '../../../shared/language.ts';
import { notificationKinds, notificationRows, type NotificationKind } from './notificationKinds.ts';

export const channels = ['telegram', 'mail'] as const;
export type Channel = (typeof channels)[number];

/** `answers`: at once, but only about the person's own requests, complaints, proposals and search alerts. */
const telegramChoices = ['off', 'answers', 'now', 'daily', 'weekly'] as const;
export type TelegramChoice = (typeof telegramChoices)[number];
const mailChoices = ['off', 'daily', 'weekly'] as const;
export type MailChoice = (typeof mailChoices)[number];

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
