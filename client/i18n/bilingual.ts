/** Choice between the two languages of a text. */
import type { Language } from './languages.ts';

export interface ChosenText {
  text: string;
  /** The language of `text`, for its `lang` attribute. */
  language: Language;
  /** Whether the requested language is missing. */
  isSubstitute: boolean;
}

/** The text in the asked language, else in the other one; empty only when both are missing. */
export function chooseText(
  ru: string | null | undefined,
  en: string | null | undefined,
  language: Language,
): ChosenText {
  const other: Language = language === 'ru' ? 'en' : 'ru';
  const texts = { ru: ru?.trim() ? ru : '', en: en?.trim() ? en : '' };
  if (texts[language] || !texts[other]) {
    return { text: texts[language], language, isSubstitute: false };
  }
  return { text: texts[other], language: other, isSubstitute: true };
}
