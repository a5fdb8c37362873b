// What a text says, read once: the texts of services are marked again and again, each time for another search.
import { limits } from '../../../config/limits.ts';
import { createByteCache } from '../../../shared/byteCache.ts';
import { partsOf, stemOf, tokens } from './tokenizer.ts';
import { memoizePerObject } from './memoizePerObject.ts';
import { conceptTerm } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';

/** A text as it is asked with, or as a service says it. */
export type Source = 'query' | 'text';

/** What a text says: terms, those of each word behind each other, the stem before those of its parts; last the concepts. */
export interface ReadText {
  terms: readonly string[];
  /** By term: where it begins and ends. */
  places: Uint32Array;
  /** By word: its first term; one more for the concepts. */
  words: Uint32Array;
}

/** Bytes that a text takes, roughly: itself, and what is said of it. */
const sizeOf = ({ terms, places, words }: ReadText, text: string): number =>
  600 + 2 * text.length + 8 * terms.length + 4 * (places.length + words.length);

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
  for (const { concept, places: said } of thesaurus.mentions(all, source))
    for (const place of said) add(conceptTerm(concept), all[place]!.start, all[place]!.end);
  return { terms, places: Uint32Array.from(places), words: Uint32Array.from(words) };
}

const newKept = () =>
  createByteCache<string, ReadText>({ bytes: limits.search.readTextBytes / 2, sizeOf });

const keptOf = memoizePerObject(
  (_thesaurus: Thesaurus): Record<Source, ReturnType<typeof newKept>> => ({
    query: newKept(),
    text: newKept(),
  }),
);

/** What a text says; the least used are forgotten first. */
export function readText(text: string, thesaurus: Thesaurus, source: Source): ReadText {
  const kept = keptOf(thesaurus)[source];
  const before = kept.get(text);
  if (before) return before;
  const reading = readAnew(text, thesaurus, source);
  kept.set(text, reading);
  return reading;
}
