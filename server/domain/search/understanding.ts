// Understands a searched text: which words it holds, which of them the catalogue knows, and what was meant by the others.
import type { MarkedWords } from './marks.ts';
import { mend } from './mendText.ts';
import { asTyped, chunksOf, read, type Reading, type VocabularyPort } from './reading.ts';
import { searchQueries, type SearchQueries } from './searchQueries.ts';
import { nameKey } from './searchText.ts';

export interface Understanding {
  /** Null when the text holds no word: nothing can match. */
  queries: SearchQueries | null;
  /** The text that was searched in place of the given one; null when nothing was mended. */
  correctedTo: string | null;
  marked: MarkedWords;
}

const markedWords = ({ words, joined, vocabulary }: Reading): MarkedWords => ({
  words: new Set([
    nameKey(words.map(({ word }) => word)),
    ...words.flatMap(({ word, facts }) => [
      ...(facts.lexeme === null ? [] : [word]),
      ...(facts.exact?.words ?? []),
      ...facts.beginning.flatMap((one) => one.words),
      ...facts.family.flatMap((one) => one.words),
    ]),
    ...joined.flatMap(({ facts }) => facts.exact?.words ?? []),
    ...vocabulary.synonyms.flatMap((synonym) => synonym.words),
  ]),
  beginning: words.at(-1)?.isPrefix ? (words.at(-1)?.word ?? null) : null,
});

/**
 * Reads a text with the catalogue's vocabulary, as far as the viewer can see its items.
 * @param mayMend false: the words are searched as they were typed
 */
export async function understand(
  text: string,
  vocabulary: VocabularyPort,
  options: { seesHidden: boolean; mayMend: boolean },
): Promise<Understanding> {
  const chunks = chunksOf(text);
  const hasWords = chunks.some(
    (chunk) => chunk.words.length > 0 || (options.mayMend && chunk.otherWords.length > 0),
  );
  if (!hasWords) {
    return { queries: null, correctedTo: null, marked: { words: new Set(), beginning: null } };
  }
  const first = options.mayMend
    ? await read(chunks, vocabulary, options)
    : asTyped(await read(chunks, vocabulary, options));
  const mended = options.mayMend ? mend(chunks, first) : null;
  const reading = mended ? await read(mended, vocabulary, { ...options, mayMend: false }) : first;
  return {
    queries:
      reading.words.length > 0
        ? searchQueries(reading.words, reading.joined, reading.vocabulary)
        : null,
    correctedTo: mended ? mended.map((chunk) => chunk.text).join(' ') : null,
    marked: markedWords(reading),
  };
}
