// Suggestions while typing: tags and concepts with matching names.
import { tokens, type Token } from './engine/tokenizer.ts';
import type { Index, Scope } from './engine/invertedIndex.ts';
import { IndexView } from './engine/indexView.ts';
import { parseQuery } from './engine/queryParser.ts';
import { customConceptId } from './engine/customVocabulary.ts';
import { customConceptTermOf } from './engine/synonyms.ts';
import { memoizePerObject } from '../../shared/memoize.ts';
import type { DocumentTag, InBoth } from './engine/searchDocument.ts';
import type { Thesaurus } from './engine/thesaurus.ts';

/** A tag by its original name, or a concept by its id. */
interface Suggested extends InBoth<string> {
  id: string;
  /** Number of items that it would find. */
  count: number;
}

interface Suggestions {
  tags: Suggested[];
  concepts: Suggested[];
}

/** A possible suggestion; items are counted only for a match. */
interface Option extends InBoth<string> {
  id: string;
  names: readonly string[];
  count: () => number;
}

/** A name for comparison: its words and their stems, each preceded by a space. */
interface ReadName {
  name: string;
  text: string;
  words: string;
  stems: string;
}

/**
 * Quality of a match: the name begins with the text; one of its words does; a longer phrase does; or any word matches.
 */
const fits = { called: 4, said: 3, begun: 2, worded: 1, none: 0 };

const readName = (name: string): ReadName => {
  const words = tokens(name);
  const text = words.map(({ word }) => word).join(' ');
  return { name, text, words: ` ${text}`, stems: words.map(({ stem }) => ` ${stem} `).join('') };
};

/** Cached, because the thesaurus has thousands of names and each keystroke reads them. */
const readNames = memoizePerObject((names: readonly string[]) => names.map(readName));

function fitOf(
  words: readonly Token[],
  { ru, en, names }: Pick<Option, 'ru' | 'en' | 'names'>,
): number {
  const text = words.map(({ word }) => word).join(' ');
  let fit = fits.none;
  for (const name of readNames(names)) {
    const isCalled = name.name === ru || name.name === en;
    if (name.text.startsWith(text)) {
      const isWhole = name.text.split(' ').length <= words.length;
      fit = Math.max(fit, isCalled ? fits.called : isWhole ? fits.said : fits.begun);
    } else if (
      words.every(
        ({ word, stem }) => name.words.includes(` ${word}`) || name.stems.includes(` ${stem} `),
      )
    )
      fit = Math.max(fit, isCalled ? fits.said : fits.worded);
  }
  return fit;
}

/** Options with matching names, best match first, then the most frequent. */
const answering = (
  options: readonly Option[],
  words: readonly Token[],
  most: number,
): Suggested[] =>
  options
    .map((option) => ({ option, fit: fitOf(words, option) }))
    .filter(({ fit }) => fit > fits.none)
    .map(({ option: { id, ru, en, count }, fit }) => ({
      fit,
      found: { id, ru, en, count: count() },
    }))
    .filter(({ found }) => found.count > 0)
    .sort((a, b) => b.fit - a.fit || b.found.count - a.found.count)
    .slice(0, most)
    .map(({ found }) => found);

/** Returns the same array for a tag, so that `readNames` caches it. */
const namesOfTag = memoizePerObject(({ name, ru, en }: DocumentTag) => [name, ru, en]);

function optionsIn(view: IndexView, scope: Scope): { tags: Option[]; concepts: Option[] } {
  const { tags, thesaurus, customVocabulary } = view.index;
  return {
    tags: [...tags.values()]
      .filter(({ isApproval }) => !isApproval)
      .map((tag) => ({
        id: tag.name,
        ru: tag.ru,
        en: tag.en,
        names: namesOfTag(tag),
        count: () => view.index.tagCount(tag.name, scope),
      })),
    concepts: [
      ...customVocabulary.concepts.map((own) => ({
        id: customConceptId(own.id),
        ru: own.ru,
        en: own.en,
        names: own.names,
        count: () => view.count(customConceptTermOf(own, view)),
      })),
      ...[...thesaurus.concepts.values()].map(({ id, ru, en, phrases }) => ({
        id,
        ru,
        en,
        names: phrases,
        count: () => view.count(view.conceptTerm(id)),
      })),
    ],
  };
}

/** Tags and concepts whose names match the text; without a match, its spelling is corrected. */
export function suggest(
  index: Index,
  text: string,
  { scope, most }: { scope: Scope; most: { tags: number; concepts: number } },
): Suggestions {
  const none: Suggestions = { tags: [], concepts: [] };
  const words = tokens(text);
  if (words.length === 0) return none;
  const view = new IndexView(index, scope);
  const options = optionsIn(view, scope);
  // The first word is often a verb, so the rest may name the object: "draw ic" leads to an icon.
  const things = words
    .slice(1)
    .map(({ word }) => word)
    .join(' ');
  const ways = [() => text, () => parseQuery(view, text).correctedTo, () => things];
  for (const way of ways) {
    const asked = way();
    if (!asked || (asked === things && asked.length < 2)) continue;
    const askedWords = tokens(asked);
    const found = {
      tags: answering(options.tags, askedWords, most.tags),
      concepts: answering(options.concepts, askedWords, most.concepts),
    };
    if (found.tags.length + found.concepts.length > 0) return found;
  }
  return none;
}

/** The concepts of the thesaurus whose words match a text, even those without items. */
export function conceptsNamed({ concepts }: Thesaurus, text: string, most: number): string[] {
  const asked = readName(text).text;
  if (asked === '') return [];
  const words = tokens(text);
  const isName = (name: string) => Number(readName(name).text === asked);
  return [...concepts.values()]
    .map((concept) => ({ concept, fit: fitOf(words, { ...concept, names: concept.phrases }) }))
    .filter(({ fit }) => fit > fits.none)
    .map(({ concept: { id, ru, en }, fit }) => ({
      id,
      fit: fit + Math.max(isName(ru), isName(en)),
    }))
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most)
    .map(({ id }) => id);
}

/** Comparison key of a name: the stems of its words, joined so that compounds match. */
const stemsOf = (name: string): string =>
  tokens(name)
    .map(({ stem }) => stem)
    .join('');

/** The concepts by their names, ignoring other words; the first one wins. */
const conceptsByName = memoizePerObject(({ concepts }: Thesaurus) => {
  const names = [...concepts.values()].flatMap(({ id, ru, en }) =>
    [ru, en].map((one) => [stemsOf(one), id] as const),
  );
  return new Map(names.reverse());
});

/** The id of the concept with this name in either language, or null. */
export const conceptCalled = (thesaurus: Thesaurus, name: string): string | null =>
  conceptsByName(thesaurus).get(stemsOf(name)) ?? null;
