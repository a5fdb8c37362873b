// Says why an item was found: where its texts hold what was asked, in UTF-16 code units, and by which tag, concept, task or
// case it answers. No HTML is made of data.
import { LRUCache } from 'lru-cache';
import { nameKey, stemOf, tokens } from './tokenizer.ts';
import { nameKeysOf, type InBoth, type SearchDocument } from './document.ts';
import { memoizePerObject } from './memoizePerObject.ts';
import { readText, type Source } from './textParser.ts';
import { conceptOf, conceptTerm } from './terms.ts';
import type { CustomVocabulary } from './customVocabulary.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { Language } from '../../../shared/language.ts';

/** The terms that answer, by name, each with what it is worth. */
export type Marked = ReadonlyMap<string, number>;

/** Half-open. */
export interface TextRange {
  start: number;
  end: number;
}

interface HighlightedText {
  text: string;
  ranges: TextRange[];
}

/** Why an item answers besides the marks in its title and description. */
export interface Reasons {
  /** Original names of tags. */
  tags: string[];
  /** What is meant, in the reader's language. */
  concepts: string[];
  task: HighlightedText | null;
  /** A quotation, and the place of the case among those of the item. */
  case: (HighlightedText & { place: number }) | null;
}

interface Hits {
  ranges: TextRange[];
  /** What the text holds of what is marked. */
  terms: Set<string>;
}

const mostConcepts = 3;
const longestJoin = 3;
/** A task or case is quoted for the words and concepts that were asked, not for what is near them. */
const leastSaid = 0.6;
const quoteBefore = 30;
const quoteLength = 200;

function withoutOverlaps(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** Stems of words written as one, in the texts that are shown again and again. */
const joinedStems = new LRUCache<string, string>({ max: 20_000, memoMethod: stemOf });

/** The first two letters as a number, or the only one. */
const beginningOf = (term: string): number =>
  term.length < 2 ? term.charCodeAt(0) : term.charCodeAt(0) * 0x1_0000 + term.charCodeAt(1);

/** How what is marked begins: most words written as one need no stem. */
const beginningsOf = memoizePerObject(
  (marked: Marked) =>
    new Set(
      [...marked.keys()].flatMap((term) => [beginningOf(term.slice(0, 1)), beginningOf(term)]),
    ),
);

/** What a text holds of what is marked, in words, parts of names, names of several words and phrases. */
function hitsIn(
  text: string | null,
  marked: Marked,
  thesaurus: Thesaurus,
  source: Source = 'text',
): Hits {
  const written = text ?? '';
  const { terms, places, words } = readText(written, thesaurus, source);
  const wordCount = words.length - 1;
  const begun = beginningsOf(marked);
  const ranges: TextRange[] = [];
  const found = new Set<string>();
  const hit = (term: string, start: number, end: number) => {
    if (!marked.has(term)) return;
    found.add(term);
    ranges.push({ start, end });
  };
  const hitTerms = (from: number, to: number) => {
    for (let term = from; term < to; term += 1)
      hit(terms[term]!, places[2 * term]!, places[2 * term + 1]!);
  };
  /** The word and those behind it as one: DALL·E is one name. */
  const hitJoined = (word: number) => {
    const start = places[2 * words[word]!]!;
    for (let length = 2; length <= longestJoin && word + length <= wordCount; length += 1) {
      const end = places[2 * words[word + length - 1]! + 1]!;
      // Of words with a space between them the one that answers is enough.
      const isHit = ranges.at(-1)?.start === start && /\s/.test(written.slice(start, end));
      if (!isHit) hit(joinedStems.memo(nameKey(tokens(written.slice(start, end)))), start, end);
    }
  };
  for (let word = 0; word < wordCount; word += 1) {
    const first = words[word]!;
    hitTerms(first, first + 1);
    if (begun.has(beginningOf(terms[first]!))) hitJoined(word);
    hitTerms(first + 1, words[word + 1]!);
  }
  hitTerms(words[wordCount]!, terms.length);
  return { ranges: withoutOverlaps(ranges), terms: found };
}

/** Where a text holds what was asked. */
export const rangesIn = (text: string | null, marked: Marked, thesaurus: Thesaurus): TextRange[] =>
  hitsIn(text, marked, thesaurus).ranges;

/** The part of a long text around its first mark. */
function quoted(text: string, ranges: readonly TextRange[]): HighlightedText {
  const first = ranges[0]?.start ?? 0;
  const wordStart = text.lastIndexOf(' ', Math.max(0, first - quoteBefore)) + 1;
  const from = first <= quoteBefore ? 0 : wordStart;
  const cut = text.indexOf(' ', from + quoteLength);
  const to = cut < 0 ? text.length : cut;
  return {
    text: `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`,
    ranges: ranges
      .filter(({ end }) => end <= to)
      .map(({ start, end }) => {
        const shift = (from > 0 ? 2 : 0) - from;
        return { start: start + shift, end: end + shift };
      }),
  };
}

/** What a search asked, and in which words that is told. */
interface Said {
  marked: Marked;
  /** Of these only concepts are told, and only where nothing that is marked explains a service. */
  nearby: Marked;
  thesaurus: Thesaurus;
  taught: Pick<CustomVocabulary, 'saidIn'>;
  language: Language;
}

type Texts = Omit<SearchDocument, 'likes' | 'usedBy'>;

/** The concepts that a service says in either language. */
function conceptsIn(
  { title, description, tags, tasks, cases }: Texts,
  marked: Marked,
  thesaurus: Thesaurus,
): string[] {
  const texts = [title, description, ...cases].flatMap(({ ru, en }) => [ru, en]);
  const asked = tags.flatMap(({ ru, en }) => [ru, en]);
  return [
    ...[...texts, ...tasks.ru, ...tasks.en].flatMap((text) => [
      ...hitsIn(text, marked, thesaurus).terms,
    ]),
    ...asked.flatMap((text) => [...hitsIn(text, marked, thesaurus, 'query').terms]),
  ].filter((term) => conceptOf(term) !== null);
}

/** By thesaurus, then by title: what the name of an item is known for, which is written nowhere in it. */
const knownFor = memoizePerObject((thesaurus: Thesaurus) =>
  memoizePerObject((title: Texts['title']): readonly string[] =>
    nameKeysOf(title)
      .flatMap((key) => thesaurus.names.conceptsOfTitle(key) ?? [])
      .map(conceptTerm),
  ),
);

/** Why an item answers, in the reader's language as far as its texts are. */
export function reasonsOf(
  document: Texts,
  { marked, nearby, thesaurus, taught, language }: Said,
): Reasons {
  const { title, description, tasks, cases } = document;
  const tags = document.tags.filter(({ isApproval }) => !isApproval);
  const other = language === 'ru' ? 'en' : 'ru';
  const inLanguage = (text: InBoth<string | null>) => text[language] ?? text[other];
  const hits = (text: string | null, source?: 'query') => hitsIn(text, marked, thesaurus, source);
  const held = new Set([title, description].flatMap((text) => [...hits(inLanguage(text)).terms]));
  /** The text that says the most of what nothing before it said. */
  const best = (texts: readonly (string | null)[], least = leastSaid) => {
    const found = texts.map((text, place) => {
      const { ranges, terms } = hits(text);
      return {
        text: text ?? '',
        ranges,
        terms,
        place,
        news: [...terms].filter((term) => !held.has(term) && marked.get(term)! >= least).length,
      };
    });
    const [first] = found.sort((a, b) => b.news - a.news);
    if (!first || first.news === 0) return null;
    for (const term of first.terms) held.add(term);
    return first;
  };
  const tagHits = tags
    .map(({ name, ru, en }) => ({ name, ...hits([name, ru, en].join(' · '), 'query') }))
    .filter(({ terms }) => terms.size > 0);
  for (const { terms } of tagHits) for (const term of terms) held.add(term);
  const told = tasks[language].length > 0 ? tasks[language] : tasks[other];
  let task = best(told);
  let quote = best(cases.map(inLanguage));
  if (held.size === 0) {
    // Better a quotation in the other language, or of something weaker, than none.
    task = best([...told, ...tasks[other]], 0);
    const both = [...cases.map(inLanguage), ...cases.map((text) => text[other])];
    quote = best(both, 0);
  }
  const knownTerms = knownFor(thesaurus)(title);
  for (const term of knownTerms) if (marked.has(term)) held.add(term);
  if (held.size === 0) {
    const either = new Map([...nearby, ...marked]);
    const near = knownTerms.filter((term) => nearby.has(term));
    const found = [...near, ...conceptsIn({ ...document, tags }, either, thesaurus)];
    const asked = found.filter((term) => marked.has(term));
    for (const term of asked.length > 0 ? asked : found) held.add(term);
  }
  const worthOf = (term: string) => marked.get(term) ?? nearby.get(term) ?? 0;
  const concepts = [...held]
    .filter((term) => conceptOf(term) !== null)
    .sort((a, b) => worthOf(b) - worthOf(a))
    .map((term) => thesaurus.concepts[conceptOf(term)!]![language]);
  const texts = [title, description, ...cases].flatMap(({ ru, en }) => [ru, en]);
  const named = tags.flatMap(({ name, ru, en }) => [name, ru, en]);
  const own = taught.saidIn([...texts, ...named, ...tasks.ru, ...tasks.en], marked, language);
  return {
    tags: tagHits.map(({ name }) => name),
    concepts: [...own, ...concepts].slice(0, mostConcepts),
    task: task && { text: task.text, ranges: task.ranges },
    case: quote && {
      ...quoted(quote.text, quote.ranges),
      place: quote.place % cases.length,
    },
  };
}
