/** Title, description and reasons of a loadout in the reader's language. */
import { chooseText, type ChosenText } from '../../i18n/bilingual.ts';
import type { Language } from '../../i18n/languages.ts';

interface Titles {
  titleRu: string | null;
  titleEn: string | null;
}

export const titleOf = ({ titleRu, titleEn }: Titles, language: Language): ChosenText =>
  chooseText(titleRu, titleEn, language);

export const descriptionOf = (
  of: { descriptionRu: string | null; descriptionEn: string | null },
  language: Language,
): ChosenText => chooseText(of.descriptionRu, of.descriptionEn, language);

export const reasonOf = (
  of: { reasonRu: string | null; reasonEn: string | null },
  language: Language,
): ChosenText => chooseText(of.reasonRu, of.reasonEn, language);

/** Field names of a text written in a language: `inLanguage('title', 'Kit', 'en')` is `{ titleEn: 'Kit' }`. */
export const inLanguage = <Name extends string>(
  name: Name,
  text: string | null,
  language: Language,
) =>
  ({ [`${name}${language === 'ru' ? 'Ru' : 'En'}`]: text }) as Partial<
    Record<`${Name}Ru` | `${Name}En`, string | null>
  >;
