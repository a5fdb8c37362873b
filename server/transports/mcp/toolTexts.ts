// Catalogue texts for agents: one language, bounded length.
import type { Language } from '../../shared/language.ts';
import { limits } from '../../config/limits.ts';

const tagRoom = 40;

/** Length of a value in an answer. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** The text in as much room as JSON gives it without its quotes; what is cut ends with an ellipsis. */
export function clip(text: string, room: number): string {
  if (sizeOf(text) - 2 <= room) return text;
  let [kept, left] = ['', room - 1];
  for (const character of text) {
    left -= sizeOf(character) - 2;
    if (left < 0) break;
    kept += character;
  }
  return room > 0 ? `${kept.trimEnd()}…` : '';
}

/** An address as it is; one that is too long to stand among others is left out, since a part of it leads nowhere. */
export const shortAddress = (sourceUrl: string): { address?: string } =>
  sizeOf(sourceUrl) <= limits.mcp.address ? { address: sourceUrl } : {};

/** A tag in a list. */
export const tagText = (tag: string): string => clip(tag, tagRoom);

/** Text in the language, else in the other one. */
export const inLanguage = (
  language: Language,
  texts: { ru: string | null; en: string | null },
): string | null => texts[language] ?? texts.ru ?? texts.en;

interface Titled {
  titleRu: string | null;
  titleEn: string | null;
}

export const titleOf = (language: Language, { titleRu, titleEn }: Titled): string =>
  inLanguage(language, { ru: titleRu, en: titleEn }) ?? '';

interface Described {
  descriptionRu: string | null;
  descriptionEn: string | null;
}

export const descriptionOf = (
  language: Language,
  { descriptionRu, descriptionEn }: Described,
): string => inLanguage(language, { ru: descriptionRu, en: descriptionEn }) ?? '';
