// Catalogue texts for agents: one language, bounded length.
import type { Language } from '../../shared/language.ts';
import { limits } from '../../config/limits.ts';

const tagRoom = 40;

/** Length of a value as JSON. */
export const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** Shortens a text to this length as JSON without quotes; a cut text ends with an ellipsis. */
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

/** The address, or nothing when it is too long for a list, since a part of it leads nowhere. */
export const shortAddress = (sourceUrl: string): { address?: string } =>
  sizeOf(sourceUrl) <= limits.mcp.address ? { address: sourceUrl } : {};

/** A tag in a list. */
export const tagText = (tag: string): string => clip(tag, tagRoom);

/** The text in this language, else in the other one. */
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
