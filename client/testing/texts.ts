/** Real translations for component tests, read from their files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { interpolation } from '../i18n/typography.ts';
import { languages, namespaces, type Language } from '../i18n/languages.ts';

const locales = join(process.cwd(), 'client/i18n/locales');

/** All translations, by language and namespace. */
export const translations: Resource = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(
      namespaces.map((namespace) => [
        namespace,
        JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')),
      ]),
    ),
  ]),
);

/**
 * Starts the translations in a language, or switches them. Ordinary spaces are kept, so that a test
 * can name a button as it is written.
 */
export async function startTestWords(language: Language): Promise<i18n> {
  if (i18next.isInitialized) {
    await i18next.changeLanguage(language);
    return i18next;
  }
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: translations,
    supportedLngs: [...languages],
    fallbackLng: false,
    ns: [...namespaces],
    defaultNS: 'common',
    interpolation,
  });
  return i18next;
}
