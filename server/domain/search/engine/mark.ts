// Says why an item was found: where its texts hold what was asked, in UTF-16 code units, and by which tag, concept, task or
// case it answers. No HTML is made of data.
import { nameKey, partsOf, stemOf, tokens } from './analyse.ts';
import type { InBoth, SearchDocument } from './document.ts';
import { conceptOf, conceptTerm } from './terms.ts';
import type { Taught } from './taught.ts';
import type { Thesaurus } from './thesaurus.ts';

/** The terms that answer, by name, each with what it is worth. */
export type Marked = ReadonlyMap<string, number>;

/** Half-open. */
export interface TextRange {
  start: number;
  end: number;
}

interface MarkedText {
  text: string;
  ranges: TextRange[];
}

/** Why an item answers besides the marks in its title and description. */
export interface Reasons {
  /** Original names of tags. */
  tags: string[];
  /** What is meant, in the reader's language. */
  concepts: string[];
  task: MarkedText | null;
  /** A quotation, and the place of the case among those of the item. */
  case: (MarkedText & { place: number }) | null;
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
const quoteBefore = 60;
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

/** What a text holds of what is marked, in words, parts of names, names of several words and phrases. */
function hitsIn(
  text: string | null,
  marked: Marked,
  thesaurus: Thesaurus,
  source: 'query' | 'text' = 'text',
): Hits {
  const all = tokens(text ?? '');
  const ranges: TextRange[] = [];
  const terms = new Set<string>();
  const hit = (term: string, start: number, end: number) => {
    if (!marked.has(term)) return;
    terms.add(term);
    ranges.push({ start, end });
  };
  for (const [place, { stem, start, end }] of all.entries()) {
    hit(stem, start, end);
    for (let length = 2; length <= longestJoin && place + length <= all.length; length += 1) {
      const run = all.slice(place, place + length);
      const to = run.at(-1)!.end;
      // DALL·E is one name; of words with a space between them the one that answers is enough.
      const isHit = ranges.at(-1)?.start === start && /\s/.test(text!.slice(start, to));
      if (!isHit) hit(stemOf(nameKey(run)), start, to);
    }
    for (const part of partsOf(text!.slice(start, end))) {
      hit(stemOf(part.word), start + part.start, start + part.end);
    }
  }
  for (const { concept, places } of thesaurus.mentions(all, source)) {
    for (const place of places) hit(conceptTerm(concept), all[place]!.start, all[place]!.end);
  }
  return { ranges: withoutOverlaps(ranges), terms };
}

/** Where a text holds what was asked. */
export const rangesIn = (text: string | null, marked: Marked, thesaurus: Thesaurus): TextRange[] =>
  hitsIn(text, marked, thesaurus).ranges;

/** The part of a long text around its first mark. */
function quoted(text: string, ranges: readonly TextRange[]): MarkedText {
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
  thesaurus: Thesaurus;
  taught: Pick<Taught, 'saidIn'>;
  language: 'ru' | 'en';
}

/** Why an item answers, in the reader's language as far as its texts are. */
export function reasonsOf(
  { title, description, tags, tasks, cases }: SearchDocument,
  { marked, thesaurus, taught, language }: Said,
): Reasons {
  const inLanguage = (text: InBoth<string | null>) => text[language] ?? text.ru ?? text.en;
  const hits = (text: string | null, source?: 'query') => hitsIn(text, marked, thesaurus, source);
  const held = new Set([title, description].flatMap((text) => [...hits(inLanguage(text)).terms]));
  const said = new Set(held);
  /** The text that says the most of what nothing before it said. */
  const best = (texts: readonly (string | null)[], source?: 'query') => {
    const found = texts.map((text, place) => {
      const { ranges, terms } = hits(text, source);
      return {
        text: text ?? '',
        ranges,
        terms,
        place,
        news: [...terms].filter((term) => !held.has(term) && marked.get(term)! >= leastSaid).length,
      };
    });
    const [first] = found.sort((a, b) => b.news - a.news);
    if (!first || first.news === 0) return null;
    for (const term of first.terms) held.add(term);
    return first;
  };
  const tagHits = tags
    .filter(({ isApproval }) => !isApproval)
    .map(({ name, ru, en }) => ({ name, ...hits([name, ru, en].join(' · '), 'query') }))
    .filter(({ terms }) => terms.size > 0);
  for (const { terms } of tagHits) for (const term of terms) held.add(term);
  const told = tasks[language].length > 0 ? tasks[language] : [...tasks.ru, ...tasks.en];
  const task = best(told, 'query');
  const found = best(cases.map(inLanguage));
  const concepts = [...held]
    .filter((term) => conceptOf(term) !== null)
    .sort((a, b) => marked.get(b)! - marked.get(a)! || Number(said.has(b)) - Number(said.has(a)))
    .map((term) => thesaurus.concepts[conceptOf(term)!]![language]);
  const texts = [title, description, ...cases].flatMap(({ ru, en }) => [ru, en]);
  const named = tags.flatMap(({ name, ru, en }) => [name, ru, en]);
  const own = taught.saidIn([...texts, ...named, ...tasks.ru, ...tasks.en], marked, language);
  return {
    tags: tagHits.map(({ name }) => name),
    concepts: [...own, ...concepts].slice(0, mostConcepts),
    task: task && { text: task.text, ranges: task.ranges },
    case: found && { ...quoted(found.text, found.ranges), place: found.place },
  };
}
