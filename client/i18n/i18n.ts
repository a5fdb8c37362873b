/** Set-up of i18next. */
import i18next, { type i18n, type LanguageDetectorModule, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { interpolation, typographyPlugin } from './typography.ts';
import { isLanguage, languageKey, languages, type Language, type Namespace } from './languages.ts';
import { createMissingTexts, createTranslationBackend } from './translationBackend.ts';

/** Translations that came with the page. */
type Translations = Partial<Record<Namespace, Record<string, unknown>>>;

export interface I18nStart {
  /** Id of the client's build; stored translations of another build are discarded. */
  build: string;
  /** The language of `translations`. */
  language: Language;
  translations?: Translations;
}

/** Local storage, then the browser: `en-US` is English. */
const languageDetector: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () =>
    [localStorage.getItem(languageKey), ...navigator.languages]
      .map((code) => code?.slice(0, 2).toLowerCase())
      .filter(isLanguage),
  cacheUserLanguage: (language) => localStorage.setItem(languageKey, language),
};

/**
 * Detects the language (local storage, then the browser; Russian otherwise), loads the `common`
 * texts and updates `<html lang>`. Other namespaces are loaded with their screens.
 */
export async function startI18n({ build, language, translations }: I18nStart): Promise<i18n> {
  const resources = translations ? ({ [language]: translations } as Resource) : undefined;
  i18next.on('languageChanged', showLanguage);
  const missing = createMissingTexts();
  await i18next
    .use(createTranslationBackend(build, missing))
    .use(languageDetector)
    .use(typographyPlugin)
    .use(initReactI18next)
    .init({
      supportedLngs: [...languages],
      // Both languages have every key, so English falls back to Russian only when its file fails to load.
      fallbackLng: missing.fallback,
      // The backend and MissingTexts retry failed files.
      maxRetries: 0,
      // A key is never shown: without texts there is no screen (loadTexts).
      parseMissingKeyHandler: (_key: string, given?: string) => given ?? '',
      load: 'languageOnly',
      ns: ['common'],
      defaultNS: 'common',
      fallbackNS: 'common',
      partialBundledLanguages: true,
      ...(resources ? { resources } : {}),
      postProcess: ['typography'],
      interpolation,
      react: { useSuspense: true },
    });
  missing.follow(i18next);
  if (!languages.some((one) => i18next.hasResourceBundle(one, 'common'))) {
    throw new Error('No words came for the page');
  }
  // Another tab has changed the language.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === languageKey && isLanguage(newValue)) void i18next.changeLanguage(newValue);
  });
  return i18next;
}

/** Sets the displayed language for assistive technology, and the chosen one for the server's next page. */
function showLanguage(language: string): void {
  document.documentElement.lang = i18next.resolvedLanguage ?? language;
  document.cookie = `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
