// Texts of access requests in mails and bot messages, in both languages.
import type { DataClass } from '../dataRules/dataRules.ts';
import type { SubscriptionType } from './accessRequests.ts';

export type BilingualText = readonly [ru: string, en: string];

const plans: Record<SubscriptionType, BilingualText> = {
  basic: ['базовая', 'basic'],
  pro: ['расширенная', 'pro'],
  enterprise: ['корпоративная', 'enterprise'],
};

const classes: Record<DataClass, BilingualText> = {
  public_material: ['открытые материалы', 'public material'],
  source_code: ['исходный код', 'source code'],
  unreleased_art: ['неопубликованный арт и билды', 'unreleased art and builds'],
  player_data: ['данные игроков', 'player data'],
  staff_data: ['данные сотрудников', 'staff data'],
  partner_material: ['материалы партнёров и под NDA', 'partner and NDA material'],
};

export const planName = (plan: SubscriptionType): BilingualText => plans[plan];

/** Null when the person named no data. */
export const dataClassNames = (given: readonly DataClass[]): BilingualText | null => {
  const list = (at: 0 | 1) => given.map((one) => classes[one][at]).join(', ');
  return given.length === 0 ? null : [list(0), list(1)];
};

const formats = (['ru', 'en-GB'] as const).map(
  (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

/** A deadline in UTC. Midnight is shown as the minute before, as on the page, to make the last day clear. */
export const deadlineText = (at: Date): BilingualText => {
  const isMidnight = at.getUTCHours() === 0 && at.getUTCMinutes() === 0;
  const last = isMidnight ? at.getTime() - 60_000 : at;
  const [ru = '', en = ''] = formats.map((format) => `${format.format(last)} UTC`);
  return [ru, en];
};
