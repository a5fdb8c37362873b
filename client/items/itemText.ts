/** Title, description and tag names of an item in the reader's language. */
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

/** Titles up to this length, in characters, are never truncated. */
const uncutLength = 40;

/** Tooltip of a title that may be truncated. */
export const titleTooltip = (title: string): string | undefined =>
  title.length > uncutLength ? title : undefined;

/** Display name of a tag. */
export const formatTagName = (name: string | null | undefined, slug: string): string =>
  name && name !== slug ? name : slug.replaceAll(/[-_]+/g, ' ');
