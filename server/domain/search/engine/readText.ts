// What a text says, read once: the texts of services are marked again and again, each time for another search. Kept compactly,
// as the terms of all its words and phrases with their places.
import { LRUCache } from 'lru-cache';
import { limits } from '../../../limits.ts';
import { partsOf, stemOf, tokens } from './analyse.ts';
import { conceptTerm } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';

/** A text as it is asked with, or as a service says it. */
export type Source = 'query' | 'text';

/** What a text says. Of the terms of a word comes the stem first, then those of its parts. */
export interface ReadText {
  terms: readonly string[];
  /** By term: where it begins and ends, one number after the other. */
  places: Uint32Array;
  /** By word: its first term, and one more for what is behind the last word: the concepts of the text. */
  words: Uint32Array;
  /** By word, so that most words are passed over: `beginningOf` of it. */
  beginnings: Uint32Array;
}

/** The same as it is kept: its numbers in one piece, which is a third of the memory for a short text. */
interface KeptText {
  terms: readonly string[];
  /** Places, words, beginnings. */
  numbers: Uint32Array;
}

/** The first two letters of a term or a word as a number, or its only one: a stem begins as its word does. */
export const beginningOf = (word: string): number =>
  word.length < 2 ? word.charCodeAt(0) : word.charCodeAt(0) * 0x1_0000 + word.charCodeAt(1);

/** Bytes that a text takes, roughly: itself, and what is said of it. */
const sizeOf = ({ terms, numbers }: KeptText, text: string): number =>
  500 + 2 * text.length + 8 * terms.length + 4 * numbers.length;

function opened({ terms, numbers }: KeptText): ReadText {
  const words = 2 * terms.length;
  const beginnings = words + (numbers.length - words + 1) / 2;
  return {
    terms,
    places: numbers.subarray(0, words),
    words: numbers.subarray(words, beginnings),
    beginnings: numbers.subarray(beginnings),
  };
}

function readAnew(text: string, thesaurus: Thesaurus, source: Source): KeptText {
  const all = tokens(text);
  const terms: string[] = [];
  const places: number[] = [];
  const words: number[] = [];
  const add = (term: string, start: number, end: number) => {
    terms.push(term);
    places.push(start, end);
  };
  for (const { stem, start, end } of all) {
    words.push(terms.length);
    add(stem, start, end);
    for (const part of partsOf(text.slice(start, end)))
      add(stemOf(part.word), start + part.start, start + part.end);
  }
  words.push(terms.length);
  for (const mention of thesaurus.mentions(all, source)) {
    const term = conceptTerm(mention.concept);
    for (const place of mention.places) add(term, all[place]!.start, all[place]!.end);
  }
  const beginnings = all.map(({ word }) => beginningOf(word));
  return { terms, numbers: Uint32Array.from([...places, ...words, ...beginnings]) };
}

const newKept = () =>
  new LRUCache<string, KeptText>({
    maxSize: limits.search.readTextBytes / 2,
    sizeCalculation: sizeOf,
  });

const kept = new WeakMap<Thesaurus, Record<Source, LRUCache<string, KeptText>>>();

/** What a text says; the least used are forgotten first. */
export function readText(text: string, thesaurus: Thesaurus, source: Source): ReadText {
  const readings = kept.get(thesaurus) ?? { query: newKept(), text: newKept() };
  kept.set(thesaurus, readings);
  const before = readings[source].get(text);
  if (before) return opened(before);
  const reading = readAnew(text, thesaurus, source);
  readings[source].set(text, reading);
  return opened(reading);
}
