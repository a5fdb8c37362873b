/** The languages of the interface and of the catalogue's texts (specification, section 9). */

export const languages = ['ru', 'en'] as const;
export type Language = (typeof languages)[number];

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

export const isLanguage = (value: unknown): value is Language => value === 'ru' || value === 'en';
