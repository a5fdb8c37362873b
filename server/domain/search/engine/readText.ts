// What a text says, read once: the texts of services are marked again and again, each time for another search. Kept compactly,
// as the terms of all its words and phrases with their places.
import { limits } from '../../../limits.ts';
import { createByteCache } from '../../../shared/byteCache.ts';
import { partsOf, sentencesIn, stemOf, tokens } from './analyse.ts';
import { hashOf } from './hashOf.ts';
import { conceptTerm } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';

/** A text as it is asked with, or as a service says it. */
export type Source = 'query' | 'text';

/** What a text says. Of the terms of a word comes the stem first, then those of its parts. */
export interface ReadText {
  terms: readonly string[];
  /** In one piece, which is a third of the memory for a short text: first where each term begins and ends, then as `layoutOf` says. */
  numbers: Uint32Array;
}

/** Where among the numbers of a text the others begin. */
interface Layout {
  /** By term: `hashOf` it, so that most terms are passed over. */
  hashes: number;
  /** By word: its first term, and one more for what is behind the last word: the concepts of the text. */
  words: number;
  /** By word, so that most words are passed over: `beginningOf` it. */
  beginnings: number;
  wordCount: number;
}

/** How the numbers of a text lie. */
export function layoutOf({ terms, numbers }: ReadText): Layout {
  const hashes = 2 * terms.length;
  const words = hashes + terms.length;
  const wordCount = (numbers.length - words - 1) / 2;
  return { hashes, words, beginnings: words + wordCount + 1, wordCount };
}

/** The first two letters of a term or a word as a number, or its only one: a stem begins as its word does. */
export const beginningOf = (word: string): number =>
  word.length < 2 ? word.charCodeAt(0) : word.charCodeAt(0) * 0x1_0000 + word.charCodeAt(1);

/** Bytes that a text takes, roughly: itself, and what is said of it. */
const sizeOf = ({ terms, numbers }: ReadText, text: string): number =>
  500 + 2 * text.length + 8 * terms.length + 4 * numbers.length;

function readAnew(text: string, thesaurus: Thesaurus, source: Source): ReadText {
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
  for (const sentence of sentencesIn(text, all)) {
    for (const { concept, places } of thesaurus.mentions(sentence, source)) {
      const term = conceptTerm(concept);
      for (const place of places) add(term, sentence[place]!.start, sentence[place]!.end);
    }
  }
  const beginnings = all.map(({ word }) => beginningOf(word));
  return {
    terms,
    numbers: Uint32Array.from([...places, ...terms.map(hashOf), ...words, ...beginnings]),
  };
}

const newKept = () =>
  createByteCache<string, ReadText>({ bytes: limits.search.readTextBytes / 2, sizeOf });

const kept = new WeakMap<Thesaurus, Record<Source, ReturnType<typeof newKept>>>();

/** What a text says; the least used are forgotten first. */
export function readText(text: string, thesaurus: Thesaurus, source: Source): ReadText {
  const readings = kept.get(thesaurus) ?? { query: newKept(), text: newKept() };
  kept.set(thesaurus, readings);
  const before = readings[source].get(text);
  if (before) return before;
  const reading = readAnew(text, thesaurus, source);
  readings[source].set(text, reading);
  return reading;
}
