// Words that the search treats by themselves, as the analyser takes them.
import { readLists, wordsOf } from '../vocabulary/words/readWords.ts';

const listOf = readLists('words.txt');
const wordsIn = (list: string): readonly string[] => wordsOf(listOf(list));

/** Words that carry no sense: they are left out unless a query holds nothing else. */
export const stopWords: ReadonlySet<string> = new Set(wordsIn('stop'));

/** Words that nearly every query for such a service may hold: they rank, but neither admit nor shut out an item. */
export const softWords = wordsIn('soft');

/** What everybody here works on: soft too, but not inside a phrase such as "game engine". */
export const understoodWords = wordsIn('understood');

/** Parts of the day mean something beside a task. */
export const partsOfDay: ReadonlySet<string> = new Set(wordsIn('partsOfDay'));

/** Words that turn a phrase around, each with its sign. */
export const directions: ReadonlyMap<string, '<' | '>' | '-'> = new Map([
  ...wordsIn('towards').map((word) => [word, '>'] as const),
  ...wordsIn('from').map((word) => [word, '<'] as const),
  ...wordsIn('without').map((word) => [word, '-'] as const),
]);
