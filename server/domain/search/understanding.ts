// Understands a searched text: which words it holds, which of them the catalogue knows, and what was meant by the others.
import { otherLayout } from './keyboardLayout.ts';
import { nearestWord, type UnknownWord } from './mending.ts';
import type { MarkedWords } from './marks.ts';
import {
  searchQueries,
  shortestPrefix,
  type JoinedWords,
  type ReadWord,
  type SearchQueries,
} from './searchQueries.ts';
import { nameKey, wordsOf } from './searchText.ts';
import type { Probe, Vocabulary, WordFacts } from './vocabulary.ts';

export interface Understanding {
  /** Null when the text holds no word: nothing can match. */
  queries: SearchQueries | null;
  /** The text that was searched in place of the given one; null when nothing was mended. */
  correctedTo: string | null;
  marked: MarkedWords;
}

/** Answers what the catalogue knows of words; the last one of a text may be unfinished. */
export interface VocabularyPort {
  lookUp(
    probes: readonly Probe[],
    wordCount: number,
    name: string,
    seesHidden: boolean,
  ): Promise<Vocabulary>;
}

/** More words than these are not tried joined. */
const mostJoinedWords = 8;

/** A piece of text without white space, its words, and what they read as on the other keyboard layout. */
interface Chunk {
  text: string;
  words: string[];
  otherWords: string[];
}

const chunksOf = (text: string): Chunk[] =>
  text
    .split(/\s+/u)
    .filter((piece) => piece !== '')
    .map((piece) => ({
      text: piece,
      words: wordsOf(piece).map(({ word }) => word),
      otherWords: wordsOf(otherLayout(piece)).map(({ word }) => word),
    }));

interface Reading {
  words: ReadWord[];
  joined: JoinedWords[];
  vocabulary: Vocabulary;
  /** Facts of each chunk's words on the other layout. */
  otherFacts: WordFacts[][];
}

async function read(
  chunks: readonly Chunk[],
  vocabulary: VocabularyPort,
  options: { seesHidden: boolean; mayMend: boolean },
): Promise<Reading> {
  const words = chunks.flatMap((chunk) => chunk.words);
  const { mayMend } = options;
  const isLast = (place: number) => place === words.length - 1;
  const joins =
    words.length > mostJoinedWords
      ? []
      : words.flatMap((_, from) =>
          [2, 3]
            .filter((length) => from + length <= words.length)
            .map((length) => ({ from, to: from + length })),
        );
  let firstOfChunk = 0;
  const others = chunks.flatMap((chunk, place) => {
    const onlyIfUnknown = firstOfChunk;
    firstOfChunk += chunk.words.length;
    return (mayMend ? chunk.otherWords : []).map((word, index) => ({
      word,
      isPrefix: place === chunks.length - 1 && index === chunk.otherWords.length - 1,
      mayMend: true,
      onlyIfUnknown: chunk.words.length > 0 ? onlyIfUnknown : null,
    }));
  });
  const found = await vocabulary.lookUp(
    [
      ...words.map((word, place) => ({
        word,
        isPrefix: isLast(place),
        mayMend,
        onlyIfUnknown: null,
      })),
      ...joins.map(({ from, to }) => ({
        word: words.slice(from, to).join(''),
        isPrefix: false,
        mayMend: false,
        onlyIfUnknown: null,
      })),
      ...others,
    ],
    words.length,
    nameKey(words),
    options.seesHidden,
  );
  const facts = found.facts.values();
  const take = <Thing>(things: readonly Thing[]): (Thing & { facts: WordFacts })[] =>
    things.map((thing) => {
      const { value } = facts.next();
      if (!value) throw new Error('The vocabulary answered less than it was asked');
      return { ...thing, facts: value };
    });
  return {
    words: take(words.map((word, place) => ({ word, isPrefix: isLast(place) }))),
    joined: take(
      joins.map((join) => ({ ...join, word: words.slice(join.from, join.to).join('') })),
    ),
    otherFacts: mayMend
      ? chunks.map((chunk) =>
          take(chunk.otherWords.map((word) => ({ word }))).map((one) => one.facts),
        )
      : [],
    vocabulary: found,
  };
}

const isKnown = (facts: WordFacts): boolean => facts.exact !== null || facts.beginning.length > 0;

/** Without what only sounds like an unknown word: that would be mending. */
const asTyped = (reading: Reading): Reading => ({
  ...reading,
  words: reading.words.map((one) =>
    one.facts.exact
      ? one
      : { ...one, facts: { ...one.facts, family: one.facts.family.filter((kin) => kin.isForm) } },
  ),
});

/** Places of the words that nothing in the catalogue answers to. */
function unknownPlaces({ words, joined, vocabulary }: Reading): Set<number> {
  if (vocabulary.isNameKnown) return new Set();
  const covered = new Set(
    [...joined.filter(({ facts }) => facts.exact), ...vocabulary.synonyms].flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, step) => from + step),
    ),
  );
  return new Set(
    words.flatMap(({ word, facts, isPrefix }, place) => {
      const isShortBeginning = isPrefix && word.length < shortestPrefix;
      const isForm = facts.family.some((kin) => kin.isForm);
      const isFine =
        isKnown(facts) || isForm || isShortBeginning || facts.lexeme === null || covered.has(place);
      return isFine ? [] : [place];
    }),
  );
}

/** The chunks with every unknown word replaced by what was meant; null when there is nothing to mend. */
function mend(chunks: readonly Chunk[], reading: Reading): Chunk[] | null {
  const unknown = unknownPlaces(reading);
  let isMended = false;
  let place = 0;
  const mended = chunks.map((chunk, chunkPlace) => {
    const from = place;
    place += chunk.words.length;
    const places = chunk.words.map((_, index) => from + index);
    if (chunk.words.length > 0 && !places.some((at) => unknown.has(at))) return chunk;
    const others = reading.otherFacts[chunkPlace] ?? [];
    const isLast = chunkPlace === chunks.length - 1;
    const replaceBy = (text: string): Chunk => {
      isMended = true;
      return { text, words: wordsOf(text).map(({ word }) => word), otherWords: [] };
    };
    if (others.length > 0 && others.every(isKnown) && chunk.otherWords.join('').length > 2) {
      return replaceBy(chunk.otherWords.join(' '));
    }
    const onOtherLayout = (): UnknownWord[] =>
      others.length === 1 && chunk.words.length < 2
        ? [
            {
              word: chunk.otherWords[0] ?? '',
              sound: others[0]?.sound ?? '',
              isPrefix: isLast,
              isOtherLayout: true,
              near: others[0]?.near ?? [],
            },
          ]
        : [];
    if (chunk.words.length === 0) return chunk;
    const words = places.map((at) => {
      const read = reading.words[at];
      if (!read || !unknown.has(at)) return read?.word ?? '';
      const nearest = nearestWord([
        { ...read, sound: read.facts.sound, isOtherLayout: false, near: read.facts.near },
        ...onOtherLayout(),
      ]);
      if (!nearest) return read.word;
      isMended = true;
      return nearest.word;
    });
    const text = words.join(' ');
    return text === chunk.words.join(' ') ? chunk : { text, words, otherWords: [] };
  });
  return isMended ? mended : null;
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
