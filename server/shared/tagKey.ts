// Key of a tag: spellings of one tag have the same key.
import { cleanLine } from './cleanText.ts';

/**
 * Ignores composition, letter case, invisible characters and kinds of white space, but distinguishes `ё` and `е`, a hyphen and a
 * space. Equal to the database function `tag_key`.
 */
export const tagKey = (tag: string): string =>
  cleanLine(tag)
    .replaceAll(/\u200C|\u200D|\uFE0E|\uFE0F/g, '')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ');

/** The first spelling of each tag. */
export function uniqueTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return [...byKey.values()];
}
