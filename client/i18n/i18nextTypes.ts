/** Types of the translation keys, from the Russian files; a test keeps the English ones equal. */
import 'i18next';
import type { Namespace } from './languages.ts';
import type common from './locales/ru/common.json';
import type dashboard from './locales/ru/dashboard.json';
import type guest from './locales/ru/guest.json';
import type insights from './locales/ru/insights.json';
import type legal from './locales/ru/legal.json';
import type loadouts from './locales/ru/loadouts.json';
import type { NotificationKind } from '../features/notifications/generated.ts';
import type notificationsEn from './locales/en/notifications.json';
import type notifications from './locales/ru/notifications.json';
import type rules from './locales/ru/rules.json';
import type service from './locales/ru/service.json';
import type setup from './locales/ru/setup.json';
import type subscriptions from './locales/ru/subscriptions.json';

type WithoutPlural<Key> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key;
type KindsWithoutText<Texts extends { kinds: object; settingOf: object }> = Exclude<
  NotificationKind,
  WithoutPlural<keyof Texts['kinds']> & keyof Texts['settingOf']
>;
/** A notification kind without its texts in a language does not compile. */
type Complete<Texts, Missing extends never> = Texts | Missing;

interface Files {
  common: typeof common;
  dashboard: typeof dashboard;
  guest: typeof guest;
  insights: typeof insights;
  legal: typeof legal;
  loadouts: typeof loadouts;
  notifications: Complete<
    typeof notifications,
    KindsWithoutText<typeof notifications> | KindsWithoutText<typeof notificationsEn>
  >;
  rules: typeof rules;
  service: typeof service;
  setup: typeof setup;
  subscriptions: typeof subscriptions;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    // A namespace without its file is an error here.
    resources: { [Name in Namespace]: Files[Name] };
  }
}
