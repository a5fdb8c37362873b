// The judged searches as they stand in the files beside this one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopWords } from '../server/domain/search/engine/wordLists.ts';
import { tokens } from '../server/domain/search/engine/analyse.ts';
import type { JudgedCatalogue } from './searchCatalogue.ts';

/** A search of one catalogue and what should answer it. */
export interface JudgedQuery {
  group: string;
  query: string;
  /** Titles of what is made for it. */
  best: ReadonlySet<string>;
  /** Titles of what can serve it. */
  also: ReadonlySet<string>;
  /** What answers is described in the other language only. */
  isOtherLanguage: boolean;
  /** Never looked at while the search was tuned. */
  isHeldOut: boolean;
}

interface Fitting {
  best: string[];
  also: string[];
  otherLanguage?: boolean;
}

interface Judgement {
  query: string;
  group: string;
  demo: Fitting;
  bookmarks: Fitting;
  heldOut: boolean;
}

/** An older file: searches for names, words and tags. */
interface WordQuery {
  group: string;
  query: string;
  names?: string[];
  items?: string[];
  tags?: string[];
  heldOut?: boolean;
}

const readJson = <Data>(...path: string[]): Data =>
  JSON.parse(readFileSync(join(import.meta.dirname, ...path), 'utf8')) as Data;

/** The searches of tasks, names by ear, likenesses and what nothing answers. */
function meaningQueries(name: JudgedCatalogue['name']): JudgedQuery[] {
  return readdirSync(join(import.meta.dirname, 'searchJudgements'))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readJson<Judgement[]>('searchJudgements', file))
    .map((judged) => ({
      group: judged.group,
      query: judged.query,
      best: new Set(judged[name].best),
      also: new Set(judged[name].also),
      isOtherLanguage: judged[name].otherLanguage ?? false,
      isHeldOut: judged.heldOut,
    }));
}

/** The searches of names, forms, errors and tags. */
function wordQueries({ name, documents, getTitle }: JudgedCatalogue): JudgedQuery[] {
  const file = name === 'demo' ? 'searchQueries.json' : 'searchQueries.bookmarks.json';
  return readJson<WordQuery[]>(file).map(({ group, query, names = [], items, tags, heldOut }) => {
    const tagged = documents.filter((document) =>
      document.tags.some((tag) => tags?.includes(tag.name)),
    );
    const others = [...(items ?? []), ...tagged.map(({ id }) => getTitle(id))];
    return {
      group,
      query,
      best: new Set(names.length > 0 ? names : others),
      also: new Set(others),
      isOtherLanguage: false,
      isHeldOut: heldOut ?? false,
    };
  });
}

const rareWords = 3;

/** The three rarest words of every description: that service is meant. */
function descriptionQueries({ documents, getTitle }: JudgedCatalogue): JudgedQuery[] {
  const texts = documents.flatMap(({ id, description }) =>
    [description.ru, description.en].flatMap((text) => (text ? [{ id, text }] : [])),
  );
  const wordsOf = (text: string) => [...new Set(tokens(text).map(({ word }) => word))];
  const counts = new Map<string, number>();
  for (const { text } of texts) {
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return texts.map(({ id, text }) => ({
    group: 'description',
    query: wordsOf(text)
      .filter((word) => word.length > 3 && !stopWords.has(word))
      .sort((a, b) => counts.get(a)! - counts.get(b)!)
      .slice(0, rareWords)
      .join(' '),
    best: new Set([getTitle(id)]),
    also: new Set<string>(),
    isOtherLanguage: false,
    isHeldOut: false,
  }));
}

/** All judged searches of a catalogue. */
export const judgedQueries = (catalogue: JudgedCatalogue): JudgedQuery[] => [
  ...meaningQueries(catalogue.name),
  ...wordQueries(catalogue),
  ...descriptionQueries(catalogue),
];
