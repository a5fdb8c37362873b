/** The current language for components, and the way to change it in place. */
import { useTranslation } from 'react-i18next';
import { fallbackLanguage, isLanguage, type Language } from './languages.ts';

export interface LanguageChoice {
  language: Language;
  /** Changes every visible word without leaving the page. */
  changeLanguage: (language: Language) => void;
}

export function useLanguage(): LanguageChoice {
  const { i18n } = useTranslation();
  const resolved = i18n.resolvedLanguage;
  return {
    language: isLanguage(resolved) ? resolved : fallbackLanguage,
    changeLanguage: (language) => void i18n.changeLanguage(language),
  };
}
