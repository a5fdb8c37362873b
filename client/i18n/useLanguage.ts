/** Current language and its change, for components. */
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { fallbackLanguage, isLanguage, type Language } from './languages.ts';

export interface LanguageChoice {
  language: Language;
  /** Changes all visible texts in place; resolves to whether the texts of that language have loaded. */
  changeLanguage: (language: Language) => Promise<boolean>;
}

export function useLanguage(): LanguageChoice {
  const { i18n } = useTranslation();
  const resolved = i18n.resolvedLanguage;
  return {
    language: isLanguage(resolved) ? resolved : fallbackLanguage,
    changeLanguage: async (language) => {
      await i18next.changeLanguage(language);
      // `i18n` is a copy from the time of the rendering.
      return i18next.resolvedLanguage === language;
    },
  };
}
