/** Complaint types in the groups of the dialog (specification, section 3). */
import type { ComplaintType } from './generated.ts';

export const complaintGroups = [
  {
    key: 'content',
    types: [
      'broken_link',
      'missing_media',
      'unclear_description',
      'outdated_content',
      'misleading_title',
      'duplicate_content',
    ],
  },
  {
    key: 'translation',
    types: ['missing_translation', 'bad_russian_translation', 'bad_english_translation'],
  },
  { key: 'tags', types: ['wrong_tags', 'missing_tags', 'redundant_tags'] },
  { key: 'other', types: ['wrong_category', 'spam', 'other'] },
] as const satisfies ReadonlyArray<{ key: string; types: readonly ComplaintType[] }>;

export const complaintTypes: readonly ComplaintType[] = complaintGroups.flatMap<ComplaintType>(
  (group) => [...group.types],
);
