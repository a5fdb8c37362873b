/** The texts of an item in the reader's language, with what was searched for in them. */
import type { TextRange } from '../design/HighlightedText.tsx';
import type { KnowledgeCardFragment, SearchKnowledgeQuery } from '../generated.ts';
import { chooseText, type ChosenText } from '../i18n/bilingual.ts';
import type { Language } from '../i18n/languages.ts';

export type Match = SearchKnowledgeQuery['searchKnowledge']['matches'][number];

/** Why an item was found, besides what is marked in its texts. */
export type Reasons = SearchKnowledgeQuery['searchKnowledge']['reasons'][number];

export interface ItemText extends ChosenText {
  ranges: readonly TextRange[];
}

export const getTitle = (
  item: Pick<KnowledgeCardFragment, 'titleRu' | 'titleEn'>,
  language: Language,
  match?: Match,
): ItemText => {
  const chosen = chooseText(item.titleRu, item.titleEn, language);
  return { ...chosen, ranges: match?.[chosen.language === 'ru' ? 'titleRu' : 'titleEn'] ?? [] };
};

export const getDescription = (
  item: Pick<KnowledgeCardFragment, 'descriptionRu' | 'descriptionEn'>,
  language: Language,
  match?: Match,
): ItemText => {
  const chosen = chooseText(item.descriptionRu, item.descriptionEn, language);
  const ranges = match?.[chosen.language === 'ru' ? 'descriptionRu' : 'descriptionEn'] ?? [];
  return { ...chosen, ranges };
};

/** Longer titles, in characters, may be cut where they stand. */
const surelyWhole = 40;

/** What a title that may be cut says on pointing. */
export const wholeIfLong = (title: string): string | undefined =>
  title.length > surelyWhole ? title : undefined;
