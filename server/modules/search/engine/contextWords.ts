// Words of the circumstances in which somebody asks, and not of what they ask for. They are soft, but not inside a phrase.
import { readWords } from '../vocabulary/words/readWords.ts';
import { stemOf } from './tokenizer.ts';
import { partsOfDay } from './wordLists.ts';

/** All of them, whatever their class. */
export const circumstances = readWords('circumstances.txt');

/** A shorter stem is that of too many words: the forms of short words are listed, «мая» is no MAU, «эх» no эхо. */
const shortestStem = 5;
const words: ReadonlySet<string> = new Set(circumstances);
const stems: ReadonlySet<string> = new Set(
  circumstances.map(stemOf).filter(({ length }) => length >= shortestStem),
);

/** How many, or when: 60, 2026, 20k, 5pm. What says a kind stays: 3d, 4k. */
const count = /^\d+(?:st|nd|rd|th|am|pm|h|min|sec)?$|^\d{2,}k$/;

/** Whether it asks for nothing, unless it is a name: circumstances, or a part of the day. */
export const asksNothing = (word: string): boolean => isCircumstance(word) || partsOfDay.has(word);

/** Whether a folded word stands in the lists themselves: no concept says it alone, whatever its root says. */
export const isListedCircumstance = (word: string): boolean => words.has(word);

/** Whether a folded word says under what circumstances something is asked for. */
export const isCircumstance = (word: string): boolean =>
  words.has(word) || stems.has(stemOf(word)) || count.test(word);
