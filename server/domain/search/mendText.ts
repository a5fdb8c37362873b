// Replaces the words of a text that the catalogue does not know by what was meant.
import { nearestWord, type UnknownWord } from './mending.ts';
import { isKnown, type Chunk, type Reading } from './reading.ts';
import { shortestPrefix } from './spans.ts';
import { wordsOf } from './searchText.ts';

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

const chunkOf = (words: readonly string[]): Chunk => ({
  text: words.join(' '),
  words: wordsOf(words.join(' ')).map(({ word }) => word),
  otherWords: [],
});

/** A chunk that is known as soon as it is read on the other keyboard layout; else null. */
function onOtherLayout(chunk: Chunk, others: Reading['otherFacts'][number]): Chunk | null {
  const isClear =
    others.length > 0 && others.every(isKnown) && chunk.otherWords.join('').length > 2;
  return isClear ? chunkOf(chunk.otherWords) : null;
}

/** A chunk with each of its unknown words replaced by the nearest known one, where there is one. */
function withNearestWords(
  chunk: Chunk,
  places: readonly number[],
  unknown: ReadonlySet<number>,
  reading: Reading,
  others: Reading['otherFacts'][number],
): Chunk {
  const [otherWord] = chunk.otherWords;
  const [other] = others;
  const words = places.map((at, index) => {
    const typed = chunk.words[index] ?? '';
    const one = reading.words[at];
    if (!one || !unknown.has(at)) return typed;
    const readings: UnknownWord[] = [
      { ...one, sound: one.facts.sound, isOtherLayout: false, near: one.facts.near },
    ];
    if (other && otherWord && others.length === 1 && chunk.words.length === 1) {
      readings.push({
        word: otherWord,
        sound: other.sound,
        isPrefix: one.isPrefix,
        isOtherLayout: true,
        near: other.near,
      });
    }
    return nearestWord(readings)?.word ?? typed;
  });
  return words.every((word, index) => word === chunk.words[index]) ? chunk : chunkOf(words);
}

/** The chunks with what is unknown replaced by what was meant; null when there is nothing to mend. */
export function mend(chunks: readonly Chunk[], reading: Reading): Chunk[] | null {
  const unknown = unknownPlaces(reading);
  let place = 0;
  const mended = chunks.map((chunk, number) => {
    const places = chunk.words.map((_, index) => place + index);
    place += chunk.words.length;
    const isUnknown = chunk.words.length === 0 || places.some((at) => unknown.has(at));
    if (!isUnknown) return chunk;
    const others = reading.otherFacts[number] ?? [];
    return (
      onOtherLayout(chunk, others) ?? withNearestWords(chunk, places, unknown, reading, others)
    );
  });
  return mended.some((chunk, number) => chunk !== chunks[number]) ? mended : null;
}
