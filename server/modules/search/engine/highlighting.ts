// Highlighting and explanation: where the texts of an item hold what was asked, and by which tag, concept, task or use case it
// answers.
import { limits } from '../../../config/limits.ts';
import { createByteCache, memoizePerObject } from '../../../shared/memoize.ts';
import { nameKey, stemOf, tokens } from './tokenizer.ts';
import { ranking } from './rankingConstants.ts';
import {
  conceptOf,
  conceptTerm,
  nameKeysOf,
  type InBoth,
  type SearchDocument,
} from './searchDocument.ts';
import type { CustomVocabulary } from './customVocabulary.ts';
import type { TermWorth } from './queryClauses.ts';
import type { Source, Thesaurus } from './thesaurus.ts';
import type { Language } from '../../../shared/language.ts';

/** In UTF-16 code units, end excluded. */
export interface TextRange {
  start: number;
  end: number;
}

interface HighlightedText {
  text: string;
  ranges: TextRange[];
}

/** Reasons for a result besides the highlights in its title and description. */
export interface Reasons {
  tags: string[];
  /** Names of the concepts, in the reader's language. */
  concepts: string[];
  task: HighlightedText | null;
  /** A quotation, and the place of the use case among those of the item. */
  case: (HighlightedText & { place: number }) | null;
}

/** Terms of a search, and the vocabulary and language in which they are explained. */
interface Explained {
  marked: TermWorth;
  /** Of these only concepts are named, and only where nothing of `marked` explains a service. */
  nearby: TermWorth;
  thesaurus: Thesaurus;
  customVocabulary: Pick<CustomVocabulary, 'saidIn'>;
  language: Language;
}

type Texts = Omit<SearchDocument, 'likes' | 'usedBy'>;

/** A term that a text holds. */
interface HeldTerm extends TextRange {
  term: string;
  /** Of several words with a space between them: the stem of the first, which alone is enough. */
  unless: string | null;
  /** What the term must be worth more than, so that its place is highlighted. */
  above: number;
}

const mostConcepts = 3;
const longestJoin = 3;
const quoteBefore = 30;
const quoteLength = 200;
const bytesOfTerm = 80;

/** The terms that a text holds: words, parts of names, names of several words, and concepts. */
function analyse(text: string, thesaurus: Thesaurus, source: Source): HeldTerm[] {
  const words = tokens(text);
  const held: HeldTerm[] = [];
  const add = (term: string, { start, end }: TextRange, rest: Partial<HeldTerm> = {}): void => {
    held.push({ term, start, end, unless: null, above: 0, ...rest });
  };
  for (const [place, word] of words.entries()) {
    const { stem, parts, start } = word;
    add(stem, word);
    for (const part of parts)
      add(stemOf(part.word), { start: start + part.start, end: start + part.end });
    for (let next = place + 1; next < Math.min(place + longestJoin, words.length); next += 1) {
      const { end } = words[next]!;
      const unless = /\s/.test(text.slice(start, end)) ? stem : null;
      add(stemOf(nameKey(words.slice(place, next + 1))), { start, end }, { unless });
    }
  }
  for (const { concept, places } of thesaurus.mentions(words, source)) {
    const [first, last] = [Math.min(...places), Math.max(...places)];
    const isApart = words
      .slice(first, last)
      .some(({ isStop }, place) => !isStop && !places.includes(first + place));
    // The words of a phrase say a concept together. Each by itself means little to a reader, unless they stand side by side, and for
    // the concept that is asked for, not for a kind of it.
    const above = isApart ? Infinity : first === last ? 0 : ranking.worth.narrower.score;
    for (const place of places) add(conceptTerm(concept), words[place]!, { above });
  }
  return held;
}

/** The terms of texts that were shown: analysing a page of long texts takes a third of a second. */
const cacheOf = memoizePerObject((_thesaurus: Thesaurus) =>
  createByteCache<string, HeldTerm[]>({
    bytes: limits.search.readTextBytes,
    sizeOf: (held, text) => 600 + 2 * text.length + bytesOfTerm * held.length,
  }),
);

function termsIn(text: string | null, thesaurus: Thesaurus, source: Source = 'text'): HeldTerm[] {
  const cache = cacheOf(thesaurus);
  const key = `${source} ${text ?? ''}`;
  const held = cache.get(key) ?? analyse(text ?? '', thesaurus, source);
  cache.set(key, held);
  return held;
}

function withoutOverlaps(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function hitsIn(text: string | null, marked: TermWorth, thesaurus: Thesaurus, source?: Source) {
  const hits = termsIn(text, thesaurus, source).filter(
    ({ term, unless }) => marked.has(term) && (unless === null || !marked.has(unless)),
  );
  return {
    ranges: withoutOverlaps(hits.filter(({ term, above }) => marked.get(term)! > above)),
    terms: new Set(hits.map(({ term }) => term)),
  };
}

export const rangesIn = (
  text: string | null,
  marked: TermWorth,
  thesaurus: Thesaurus,
): TextRange[] => hitsIn(text, marked, thesaurus).ranges;

/** The part of a long text around its first highlight. */
function quoted(text: string, ranges: readonly TextRange[]): HighlightedText {
  const first = ranges[0]?.start ?? 0;
  const wordStart = text.lastIndexOf(' ', Math.max(0, first - quoteBefore)) + 1;
  const from = first <= quoteBefore ? 0 : wordStart;
  const cut = text.indexOf(' ', from + quoteLength);
  const to = cut < 0 ? text.length : cut;
  const shift = (from > 0 ? 2 : 0) - from;
  return {
    text: `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`,
    ranges: ranges
      .filter(({ end }) => end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** Reasons for a result, in the reader's language as far as its texts are. */
export function reasonsOf(item: Texts, explained: Explained): Reasons {
  const { marked, nearby, thesaurus, customVocabulary, language } = explained;
  const { title, description, tasks, cases } = item;
  const tags = item.tags.filter(({ isApproval }) => !isApproval);
  const other = language === 'ru' ? 'en' : 'ru';
  const inLanguage = (text: InBoth<string | null>) => text[language] ?? text[other];
  const hitsOf = (text: string | null, source?: Source) => hitsIn(text, marked, thesaurus, source);
  /** The terms that explain the item so far. */
  const held = new Set<string>();
  const hold = (terms: Iterable<string>): void => {
    for (const term of terms) held.add(term);
  };
  /** The text that says the most of what nothing before it said. */
  const best = (texts: readonly (string | null)[]) => {
    const [first] = texts
      .map((text, place) => ({ text: text ?? '', place, ...hitsOf(text) }))
      .map((hits) => ({ ...hits, news: [...hits.terms].filter((term) => !held.has(term)).length }))
      .sort((a, b) => b.news - a.news);
    if (!first || first.news === 0) return null;
    hold(first.terms);
    return first;
  };
  for (const text of [title, description]) hold(hitsOf(inLanguage(text)).terms);
  const taggedBy = tags
    .map(({ name, ru, en }) => ({ name, ...hitsOf([name, ru, en].join(' · '), 'query') }))
    .filter(({ terms }) => terms.size > 0);
  for (const { terms } of taggedBy) hold(terms);
  const ownTasks = tasks[language].length > 0 ? tasks[language] : tasks[other];
  const ownCases = cases.map(inLanguage);
  let task = best(ownTasks);
  let quote = best(ownCases);
  if (held.size === 0) {
    // Better a quotation in the other language than none.
    task = best(tasks[other]);
    quote = best(cases.map((text) => text[other]));
  }
  const known = nameKeysOf(title)
    .flatMap((key) => thesaurus.names.conceptsOfTitle(key) ?? [])
    .map(conceptTerm);
  hold(known.filter((term) => marked.has(term)));
  const texts = [title, description, ...cases].flatMap(({ ru, en }) => [ru, en]);
  const all = [...texts, ...tasks.ru, ...tasks.en];
  const tagTexts = tags.flatMap(({ name, ru, en }) => [name, ru, en]);
  const worthOf = (term: string) => marked.get(term) ?? nearby.get(term) ?? 0;
  if (held.size === 0) {
    // Concepts that the item is known for, or that it says in either language, even if they are only near.
    const said = [
      ...known,
      ...all.flatMap((text) => termsIn(text, thesaurus).map(({ term }) => term)),
      ...tagTexts.flatMap((text) => termsIn(text, thesaurus, 'query').map(({ term }) => term)),
    ].filter((term) => conceptOf(term) !== null && worthOf(term) > 0);
    const asked = said.filter((term) => marked.has(term));
    hold(asked.length > 0 ? asked : said);
  }
  const concepts = [...held]
    .sort((a, b) => worthOf(b) - worthOf(a))
    .flatMap((term) => thesaurus.concepts.get(conceptOf(term) ?? '')?.[language] ?? []);
  const custom = customVocabulary.saidIn([...all, ...tagTexts], marked, language);
  return {
    tags: taggedBy.map(({ name }) => name),
    concepts: [...custom, ...concepts].slice(0, mostConcepts),
    task: task && { text: task.text, ranges: task.ranges },
    case: quote && { ...quoted(quote.text, quote.ranges), place: quote.place % cases.length },
  };
}
