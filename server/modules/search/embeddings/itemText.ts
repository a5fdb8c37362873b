// Text of an item for the embedding model: one for both languages, without names of people.
import { createHash } from 'node:crypto';
import { limits } from '../../../config/limits.ts';
import { filled, type SearchDocument } from '../engine/searchDocument.ts';

/** The most significant texts come first, because a long text is cut at the end. */
export function itemText({ title, description, tags, tasks, cases }: SearchDocument): string {
  const ownTags = tags.filter(({ isApproval }) => !isApproval);
  const texts = [
    ...new Set(filled(title.en, title.ru)),
    ...filled(description.en, description.ru),
    [...new Set(ownTags.flatMap(({ ru, en }) => [en, ru]))].join(', '),
    ...tasks.en,
    ...tasks.ru,
    ...cases.flatMap(({ ru, en }) => filled(en, ru)),
  ];
  return filled(...texts)
    .join('\n')
    .slice(0, limits.embeddings.textCharacters);
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
