/** The current language for components, and the way to change it in place. */
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { fallbackLanguage, isLanguage, type Language } from './languages.ts';

export interface LanguageChoice {
  language: Language;
  /** Changes every visible word without leaving the page; answers whether the words of that language came. */
  changeLanguage: (language: Language) => Promise<boolean>;
}

export function useLanguage(): LanguageChoice {
  const { i18n } = useTranslation();
  const resolved = i18n.resolvedLanguage;
  return {
    language: isLanguage(resolved) ? resolved : fallbackLanguage,
    changeLanguage: async (language) => {
      await i18next.changeLanguage(language);
      // `i18n` is a copy of the moment in which the component was drawn.
      return i18next.resolvedLanguage === language;
    },
  };
}
