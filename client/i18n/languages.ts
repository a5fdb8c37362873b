/** Languages and namespaces of the interface texts (specification, section 9). */
import { languages, type Language } from '../../server/shared/language.ts';

export { languages };
export type { Language };

/** Used when neither the stored choice nor the browser names a supported language. */
export const fallbackLanguage: Language = 'ru';

/** Translation files: visitors' screens, legal pages, all screens, signed-in screens, service pages, set-up, data rules, subscriptions, insights, notifications, loadouts. */
export const namespaces = [
  'guest',
  'legal',
  'common',
  'dashboard',
  'service',
  'setup',
  'rules',
  'subscriptions',
  'insights',
  'notifications',
  'loadouts',
] as const;
export type Namespace = (typeof namespaces)[number];

/** Lifetime of a stored translation file (specification, section 9). */
export const translationLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** The name under which the chosen language is kept in local storage. */
export const languageKey = 'language';

export const isLanguage = (value: unknown): value is Language =>
  languages.includes(value as Language);
