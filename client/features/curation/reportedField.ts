/** Field of the editor that a complaint type is about. */
import type { ComplaintType } from './generated.ts';
import type { Language } from '../../i18n/languages.ts';
import type { ItemField, ItemTexts } from './itemDraft.ts';

/** Field for a service with these texts; null when no single field is meant. */
export type FieldOfReport = (texts: ItemTexts) => ItemField | null;

/** When both languages may be meant, it is the reader's language. */
export function reportedField(
  type: ComplaintType,
  { descriptionRu, descriptionEn }: Pick<ItemTexts, 'descriptionRu' | 'descriptionEn'>,
  language: Language,
): ItemField | null {
  const read = language === 'ru' ? 'descriptionRu' : 'descriptionEn';
  const missing = () => {
    if (descriptionRu === '') return 'descriptionRu';
    return descriptionEn === '' ? 'descriptionEn' : read;
  };
  const fields: Record<ComplaintType, ItemField | null> = {
    broken_link: 'sourceUrl',
    missing_media: 'imageUrl',
    unclear_description: read,
    outdated_content: read,
    misleading_title: language === 'ru' ? 'titleRu' : 'titleEn',
    duplicate_content: null,
    missing_translation: missing(),
    bad_russian_translation: 'descriptionRu',
    bad_english_translation: 'descriptionEn',
    wrong_tags: 'tags',
    missing_tags: 'tags',
    redundant_tags: 'tags',
    wrong_category: 'tags',
    spam: null,
    other: null,
  };
  return fields[type];
}
