// Reads a searched text with the vocabulary's eyes: one question about all its words, together and on the other layout.
import { otherLayout } from './keyboardLayout.ts';
import type { JoinedWords, ReadWord } from './spans.ts';
import { nameKey, wordsOf } from './searchText.ts';
import type { Probe, Vocabulary, WordFacts } from './vocabulary.ts';

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
export interface Chunk {
  text: string;
  words: string[];
  otherWords: string[];
}

/** The pieces of a text. */
export const chunksOf = (text: string): Chunk[] =>
  text
    .split(/\s+/u)
    .filter((piece) => piece !== '')
    .map((piece) => ({
      text: piece,
      words: wordsOf(piece).map(({ word }) => word),
      otherWords: wordsOf(otherLayout(piece)).map(({ word }) => word),
    }));

/** A text with what the vocabulary says of its words. */
export interface Reading {
  words: ReadWord[];
  joined: JoinedWords[];
  vocabulary: Vocabulary;
  /** Facts of each chunk's words on the other layout. */
  otherFacts: WordFacts[][];
}

/** Asks the vocabulary about a text: its words, neighbours joined and, when it may be mended, the other layout. */
export async function read(
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

/** Whether the catalogue has the word, or one that begins with it. */
export const isKnown = (facts: WordFacts): boolean =>
  facts.exact !== null || facts.beginning.length > 0;

/** Without what only sounds like an unknown word: that would be mending. */
export const asTyped = (reading: Reading): Reading => ({
  ...reading,
  words: reading.words.map((one) =>
    one.facts.exact
      ? one
      : { ...one, facts: { ...one.facts, family: one.facts.family.filter((kin) => kin.isForm) } },
  ),
});
