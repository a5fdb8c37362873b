// How those who decide read a request for access outside the page, in both languages: the same in the mail and in the bot's message.
import type { DataClass } from '../dataRules/dataRules.ts';
import type { SubscriptionType } from './accessRequests.ts';

export type Both = readonly [ru: string, en: string];

const plans: Record<SubscriptionType, Both> = {
  basic: ['базовая', 'basic'],
  pro: ['расширенная', 'pro'],
  enterprise: ['корпоративная', 'enterprise'],
};

const classes: Record<DataClass, Both> = {
  public_material: ['открытые материалы', 'public material'],
  source_code: ['исходный код', 'source code'],
  unreleased_art: ['невышедший арт и сборки', 'unreleased art and builds'],
  player_data: ['данные игроков', 'player data'],
  staff_data: ['данные сотрудников', 'staff data'],
  partner_material: ['материалы партнёров и под NDA', 'partner and NDA material'],
};

export const planWords = (plan: SubscriptionType): Both => plans[plan];

/** What the person wants to put in; null where that was not said. */
export const dataWords = (given: readonly DataClass[]): Both | null => {
  const list = (at: 0 | 1) => given.map((one) => classes[one][at]).join(', ');
  return given.length === 0 ? null : [list(0), list(1)];
};

const formats = (['ru', 'en-GB'] as const).map(
  (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/**
 * A limit by a clock that all of them can turn into theirs. At midnight it is said as the minute before, as on the page, so that it is
 * plain which day still counts.
 */
export const limitWords = (at: Date): Both => {
  const isMidnight = at.getUTCHours() === 0 && at.getUTCMinutes() === 0;
  const last = isMidnight ? at.getTime() - 60_000 : at;
  const [ru = '', en = ''] = formats.map((format) => `${format.format(last)} UTC`);
  return [ru, en];
};
