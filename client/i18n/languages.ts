// Languages and namespaces of the interface texts (specification, section 9).
import { languages, type Language } from '../../server/shared/language.ts';

export { languages };
export type { Language };

/** Shown when neither a kept choice nor the browser names a language that we speak. */
export const fallbackLanguage: Language = 'ru';

/** The translation files: visitors' screens, legal pages, what every screen needs, signed-in screens, those for choosing, the set-up, the data rules, what one was told. */
export const namespaces = [
  'guest',
  'legal',
  'common',
  'dashboard',
  'service',
  'setup',
  'rules',
  'notifications',
] as const;
export type Namespace = (typeof namespaces)[number];

/** How long a browser keeps a translation file (specification, section 9). */
export const translationLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** The name under which the chosen language is kept in local storage. */
export const languageKey = 'language';

export const isLanguage = (value: unknown): value is Language =>
  languages.includes(value as Language);
