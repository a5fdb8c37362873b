// What the search box offers while somebody types: tags and concepts whose names answer.
import { tokens, type Token } from './tokenizer.ts';
import type { DocumentTag, InBoth } from './document.ts';
import type { Index } from './invertedIndex.ts';
import { memoizePerObject } from './memoizePerObject.ts';
import { read } from './queryParser.ts';
import { ownConceptId, ownTerm } from './customVocabulary.ts';
import { conceptTerm, tagTerm } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { Sight } from './vocabulary.ts';

/** A tag by its original name, or a concept by its id. */
interface Suggested extends InBoth<string> {
  id: string;
  /** Items that it would find. */
  count: number;
}

interface Suggestions {
  tags: Suggested[];
  concepts: Suggested[];
}

const wordsOf = (text: string): string =>
  tokens(text)
    .map(({ word }) => word)
    .join(' ');

/** A name as it is compared: its words with a space between them, and their stems with one around each. Texts, since there are tens of thousands. */
interface ReadName {
  text: string;
  stems: string;
}

function readName(name: string): ReadName {
  const text = wordsOf(name);
  const stems = tokens(name).map(({ stem }) => stem);
  return { text: text === name ? name : text, stems: ['', ...stems, ''].join(' ') };
}

/** The thesaurus has thousands of names: they are read once, not at every letter that somebody types. */
const readNames = memoizePerObject((names: readonly string[]) => names.map(readName));

/**
 * How well something answers by its names: what it is called begins so, or has such words as a word that says it begins so; then a
 * longer phrase begins so, then one has such words.
 */
const fits = { called: 4, said: 3, begun: 2, worded: 1, none: 0 };

/** What is typed, as it is looked for in names. */
interface Asked {
  text: string;
  words: readonly { first: string; later: string; stem: string }[];
}

const readAsked = (text: string): Asked => ({
  text: wordsOf(text),
  words: tokens(text).map(({ word, stem }) => ({
    first: word,
    later: ` ${word}`,
    stem: ` ${stem} `,
  })),
});

/** @param called those of the names by which it is shown */
function fitOf(
  { text, words }: Asked,
  names: readonly string[],
  called: readonly string[],
): number {
  let fit = fits.none;
  for (const [place, { text: name, stems }] of readNames(names).entries()) {
    const isCalled = called.includes(names[place]!);
    const isBegun = name.startsWith(text);
    if (isBegun && isCalled) return fits.called;
    if (isBegun)
      fit = Math.max(fit, name.split(' ').length <= words.length ? fits.said : fits.begun);
    else if ((isCalled || fit === fits.none) && words.every((one) => isIn(one, name, stems)))
      fit = Math.max(fit, isCalled ? fits.said : fits.worded);
  }
  return fit;
}

const isIn = ({ first, later, stem }: Asked['words'][number], name: string, stems: string) =>
  name.startsWith(first) || name.includes(later) || stems.includes(stem);

const startsOf = ({ word, stem }: Pick<Token, 'word' | 'stem'>): string[] =>
  [word, stem].flatMap((one) => [one.slice(0, 1), one.slice(0, 2)]);

/** How words of names begin, with one letter and with two → the places of the names' owners. */
const beginningsIn = memoizePerObject(({ concepts }: Thesaurus) => {
  const beginnings = new Map<string, number[]>();
  for (const [place, { ru, en, phrases }] of concepts.entries()) {
    const words = [...phrases, ru, en].flatMap((name) => tokens(name));
    for (const start of new Set(words.flatMap(startsOf))) {
      const owners = beginnings.get(start);
      if (owners) owners.push(place);
      else beginnings.set(start, [place]);
    }
  }
  return beginnings;
});

/** The places of the concepts that may answer, in their order: each word that is asked for begins one of theirs, or has the stem of one. */
function mayAnswer(thesaurus: Thesaurus, asked: readonly Token[]): number[] {
  const beginnings = beginningsIn(thesaurus);
  const [first = new Set<number>(), ...others] = asked.map(
    ({ word, stem }) =>
      new Set([word, stem].flatMap((one) => [...(beginnings.get(one.slice(0, 2)) ?? [])])),
  );
  return [...first]
    .filter((place) => others.every((owners) => owners.has(place)))
    .sort((a, b) => a - b);
}

/** The names of a tag, the very same list each time: they are read once. */
const namesOf = memoizePerObject(({ name, ru, en }: DocumentTag) => [name, ru, en]);

/** What may be offered; its number is counted when its names answer. */
interface Offer extends InBoth<string> {
  id: string;
  names: readonly string[];
  count: () => number;
}

/** Those whose names answer, the most frequent first. */
function answering(offers: readonly Offer[], text: string, most: number): Suggested[] {
  const asked = readAsked(text);
  return offers
    .map((one) => ({ one, fit: fitOf(asked, one.names, [one.ru, one.en]) }))
    .filter(({ fit }) => fit > fits.none)
    .map(({ one: { id, ru, en, count }, fit }) => ({ fit, found: { id, ru, en, count: count() } }))
    .filter(({ found }) => found.count > 0)
    .sort((a, b) => b.fit - a.fit || b.found.count - a.found.count)
    .slice(0, most)
    .map(({ found }) => found);
}

/** Tags and concepts whose names answer to the text; where none do, a typing error in it is mended. */
export function suggest(
  index: Index,
  text: string,
  { sight, most }: { sight: Sight; most: { tags: number; concepts: number } },
): Suggestions {
  if (tokens(text).length === 0) return { tags: [], concepts: [] };
  const countOf = (term: string): number => index.terms.get(term)?.[sight] ?? 0;
  const tags: Offer[] = [...index.tags.values()]
    .filter(({ isApproval }) => !isApproval)
    .map((tag) => ({
      id: tag.name,
      ru: tag.ru,
      en: tag.en,
      names: namesOf(tag),
      count: () => countOf(tagTerm(tag.name)),
    }));
  const conceptsFor = (said: string): Offer[] => [
    ...index.taught.concepts.map((own) => ({
      id: ownConceptId(own.id),
      ru: own.ru,
      en: own.en,
      names: own.names,
      count: () => ownTerm(own, index, sight)[sight],
    })),
    ...mayAnswer(index.thesaurus, tokens(said)).map((place) => {
      const { id, ru, en, phrases } = index.thesaurus.concepts[place]!;
      return { id, ru, en, names: phrases, count: () => countOf(conceptTerm(place)) };
    }),
  ];
  const offered = (said: string): Suggestions => ({
    tags: answering(tags, said, most.tags),
    concepts: answering(conceptsFor(said), said, most.concepts),
  });
  const isNone = (found: Suggestions): boolean => found.tags.length + found.concepts.length === 0;
  const found = offered(text);
  if (!isNone(found)) return found;
  const { correctedTo } = read(index, text, { sight, isExact: false });
  const mended = correctedTo === null ? found : offered(correctedTo);
  // What is to be done comes first, and what with behind it: "draw ic" is on the way to an icon.
  const things = wordsOf(text).replace(/^\S+ ?/, '');
  return isNone(mended) && things.length > 1 ? offered(things) : mended;
}

/** The concepts of the thesaurus whose words answer to a text, also those that nothing here is about. */
export function conceptsNamed(thesaurus: Thesaurus, text: string, most: number): string[] {
  const asked = readAsked(text);
  if (asked.words.length === 0) return [];
  const isName = (name: string) => Number(wordsOf(name) === asked.text);
  return mayAnswer(thesaurus, tokens(text))
    .map((place) => thesaurus.concepts[place]!)
    .map(({ id, ru, en, phrases }) => ({
      id,
      fit: fitOf(asked, phrases, [ru, en]) + Math.max(isName(ru), isName(en)),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most)
    .map(({ id }) => id);
}

/** A name as it is looked up: by the stems of its words, written apart or as one. */
const stemsOf = (name: string): string =>
  tokens(name)
    .map(({ stem }) => stem)
    .join('');

/** The concepts by what they are called, not by what they are only said with; of two the first. */
const conceptsByName = memoizePerObject(
  ({ concepts }: Thesaurus) =>
    new Map(
      concepts
        .flatMap(({ id, ru, en }) => [ru, en].map((one) => [stemsOf(one), id] as const))
        .reverse(),
    ),
);

/** The id of the concept that is called so in either language; null where there is none. */
export const conceptCalled = (thesaurus: Thesaurus, name: string): string | null =>
  conceptsByName(thesaurus).get(stemsOf(name)) ?? null;
