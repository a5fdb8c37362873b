/** Starts the translations: kept in the browser for seven days, but never across a release. */
import i18next, { type i18n, type Resource } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { isLanguage, languageKey, languages, type Language, type Namespace } from './languages.ts';
import { createMissingWords } from './missingTexts.ts';
import { createTranslationBackend } from './translationBackend.ts';
import { typographyPlugin } from './typography.ts';

/** Translations that came with the page, so that its first words need no request. */
type Translations = Partial<Record<Namespace, Record<string, unknown>>>;

export interface I18nStart {
  /** Id of the client's build; a translation kept from another build is thrown away. */
  build: string;
  /** The language of `translations`. */
  language: Language;
  translations?: Translations;
}

/**
 * Detects the language (local storage, then the browser; Russian otherwise), loads the `common`
 * words and keeps `<html lang>` in step. Other namespaces are loaded with their screens.
 */
export async function startI18n({ build, language, translations }: I18nStart): Promise<i18n> {
  const resources = translations ? ({ [language]: translations } as Resource) : undefined;
  i18next.on('languageChanged', showLanguage);
  const missing = createMissingWords();
  await i18next
    .use(createTranslationBackend(build, missing))
    .use(LanguageDetector)
    .use(typographyPlugin)
    .use(initReactI18next)
    .init({
      supportedLngs: [...languages],
      // Both languages have every key, so English words wait for the Russian ones only when they do not come.
      fallbackLng: missing.fallback,
      // What does not come is asked for again by the backend and by what follows the missing words.
      maxRetries: 0,
      // A name is never shown: with no words there is no screen either (loadWords).
      parseMissingKeyHandler: (_key: string, given?: string) => given ?? '',
      load: 'languageOnly',
      ns: ['common'],
      defaultNS: 'common',
      fallbackNS: 'common',
      partialBundledLanguages: true,
      ...(resources ? { resources } : {}),
      postProcess: ['typography'],
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      detection: {
        order: ['localStorage', 'navigator'],
        caches: ['localStorage'],
        lookupLocalStorage: languageKey,
        // `en-US` is English: only what is supported is kept, named to others and sent.
        convertDetectedLanguage: (code) => code.slice(0, 2).toLowerCase(),
      },
    });
  missing.follow(i18next);
  if (!languages.some((one) => i18next.hasResourceBundle(one, 'common'))) {
    throw new Error('No words came for the page');
  }
  // Another tab of this browser has changed it.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && isLanguage(newValue)) void i18next.changeLanguage(newValue);
  });
  return i18next;
}

/** Names the language that is shown to assistive technology, and the chosen one to the server for the next page. */
function showLanguage(language: string): void {
  document.documentElement.lang = i18next.resolvedLanguage ?? language;
  document.cookie = `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
