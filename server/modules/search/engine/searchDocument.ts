// Search documents and the BM25F weights of their terms.
import { factsOf, nameKey, tokens, type Token } from './tokenizer.ts';
import { ranking } from './rankingConstants.ts';
import type { Thesaurus } from './thesaurus.ts';

// Names of terms: a stem stands for itself, other kinds have a prefix.
/** A concept of the thesaurus. */
export const conceptTerm = (concept: number): string => `c=${concept}`;
export const tagTerm = (tag: string): string => `t=${tag}`;
export const isTagTerm = (name: string): boolean => name.startsWith('t=');
/** The concept that a term stands for; null for all other terms. */
export const conceptOf = (name: string): number | null =>
  name.startsWith('c=') ? Number(name.slice(2)) : null;
/** A custom phrase: the items that hold all its stems. */
export const phraseTerm = (stems: readonly string[]): string => `p=${stems.join(' ')}`;
/** A custom concept: the items that hold any of its phrases; with the stems by which it is highlighted. */
export const customConceptTerm = (id: number, stems: readonly string[] = []): string =>
  [`o=${id}`, ...stems].join(' ');
/** What is highlighted of a term: the stems of a phrase, those of a custom concept and the concept; of any other itself. */
export const highlightsOf = (name: string): string[] => {
  if (name.startsWith('o=')) return name.split(' ');
  return name.startsWith('p=') ? name.slice(2).split(' ') : [name];
};

export interface InBoth<Value> {
  ru: Value;
  en: Value;
}

export interface DocumentTag extends InBoth<string> {
  /** The original name; filters take it. */
  name: string;
  /** Says that a company approves: a filter, never found by words. */
  isApproval: boolean;
}

/** By company, how many of its people use an item; companies where nobody does are left out. */
export type UsedBy = Readonly<Record<string, number>>;

export interface SearchDocument {
  id: number;
  title: InBoth<string | null>;
  description: InBoth<string | null>;
  tags: readonly DocumentTag[];
  /** What the service is for, in short phrases. */
  tasks: InBoth<readonly string[]>;
  /** What colleagues wrote. */
  cases: readonly InBoth<string | null>[];
  likes: number;
  usedBy: UsedBy;
  /** When it came into the catalogue, in milliseconds since 1970. */
  addedAt: number;
  isVisible: boolean;
}

interface DocumentTerms {
  /** Weights by the names of terms; `impactOf` saturates them. */
  weights: Map<string, number>;
  inTitle: Set<string>;
  /** By the names of concepts and tags: how much of what the service is each of them is. */
  subjects: Map<string, number>;
  words: Map<string, { isName: boolean; parts: readonly string[] }>;
  /** Its titles, each as one word. */
  nameKeys: string[];
}

const longestJoin = 3;
const longestJoined = 24;
const joinsFrom = 6;

const filled = (...all: (string | null)[]): string[] =>
  all.filter((text): text is string => text !== null && text !== '');

/** Runs of a title's words that are also said as one: a short title whole, and what no white space parts (DALL·E). */
function joinedRuns(text: string, found: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  for (let from = 0; from + 1 < found.length && from < joinsFrom; from += 1) {
    for (let to = from + 2; to <= Math.min(found.length, from + longestJoin); to += 1) {
      const run = found.slice(from, to);
      const isWhole = run.length === found.length;
      const isClose = !/\s/.test(text.slice(run[0]!.start, run.at(-1)!.end));
      if ((isWhole || isClose) && nameKey(run).length <= longestJoined) runs.push(run);
    }
  }
  return runs;
}

/** The titles of a service, each as one word. */
export const nameKeysOf = ({ ru, en }: SearchDocument['title']): string[] =>
  [...new Set(filled(ru, en).map((text) => nameKey(tokens(text))))].filter(Boolean);

/** The saturated weight of a term in a document, 1 to `ranking.maxImpact`. */
export const impactOf = (weight: number): number =>
  Math.max(1, Math.round((ranking.maxImpact * weight) / (ranking.saturation + weight)));

const addTo = (sums: Map<string, number>, key: string, value: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + value);
};

/** What a document is found by, and how strongly. */
export function termsOf(document: SearchDocument, thesaurus: Thesaurus): DocumentTerms {
  const { title, description, tags, tasks, cases } = document;
  const nameKeys = nameKeysOf(title);
  const terms: DocumentTerms = {
    weights: new Map(),
    inTitle: new Set(),
    subjects: new Map(),
    words: new Map(),
    nameKeys,
  };
  const purposes = nameKeys.map((key) => thesaurus.names.conceptsOfTitle(key) ?? []);
  const textShare = purposes.some(({ length }) => length > 0) ? ranking.subjectShareOfKnown : 1;
  const add = (field: keyof typeof ranking.fields, texts: readonly string[]): void =>
    addField(terms, field, texts, { thesaurus, textShare });
  for (const text of new Set(filled(title.ru, title.en))) add('title', [text]);
  for (const [place, concept] of purposes.flatMap((known) => [...known.entries()])) {
    const { term, subject } = ranking.knownNameLater;
    addTo(terms.weights, conceptTerm(concept), ranking.knownNameWeight / (1 + place * term));
    addTo(terms.subjects, conceptTerm(concept), ranking.knownNameWeight / (1 + place * subject));
  }
  for (const text of filled(description.ru, description.en)) add('description', [text]);
  const words = tags
    .filter(({ isApproval }) => !isApproval)
    .flatMap(({ name, ru, en }) => [name.replaceAll('-', ' '), ru, en]);
  add('tags', [...new Set(words)]);
  for (const language of ['ru', 'en'] as const) {
    add('tasks', tasks[language]);
    add('cases', filled(...cases.map((one) => one[language])));
  }
  for (const { name } of tags) {
    addTo(terms.weights, tagTerm(name), 1);
    addTo(terms.subjects, tagTerm(name), 1);
  }
  return terms;
}

function addField(
  { weights, inTitle, subjects, words }: DocumentTerms,
  field: keyof typeof ranking.fields,
  texts: readonly string[],
  { thesaurus, textShare }: { thesaurus: Thesaurus; textShare: number },
): void {
  const isName = field === 'title';
  const read = texts.map(tokens);
  const length = read.reduce((sum, { length: count }) => sum + count, 0);
  const { weight, length: usual } = ranking.fields[field];
  const each = weight / (1 - ranking.lengthShare + (ranking.lengthShare * length) / usual);
  const addWord = (word: string, share: number, parts: readonly string[] = []): void => {
    const { stem } = factsOf(word);
    if (!words.has(word) || (isName && !words.get(word)!.isName))
      words.set(word, { isName, parts });
    addTo(weights, stem, each * share);
    if (isName) inTitle.add(stem);
  };
  /** By concept: how often it is said, and after how many others. */
  const said = new Map<number, { times: number; after: number }>();
  for (const [place, all] of read.entries()) {
    for (const { word, isStop, parts } of all) {
      if (isStop && !isName) continue;
      addWord(
        word,
        1,
        parts.map((part) => part.word),
      );
      for (const part of parts) addWord(part.word, ranking.namePartShare);
    }
    for (const run of isName ? joinedRuns(texts[place]!, all) : []) {
      const parts = run.flatMap((token) => (token.parts.length > 0 ? token.parts : [token]));
      addWord(
        nameKey(run),
        ranking.joinedShare,
        parts.map((part) => part.word),
      );
    }
    // What a well-known name is for is known, and a title of one word is a name: neither says a concept.
    if (isName && (all.length === 1 || thesaurus.names.conceptsOfTitle(nameKey(all)))) continue;
    // Tags alone are words that people search with.
    for (const { concept } of thesaurus.mentions(all, field === 'tags' ? 'query' : 'text')) {
      if (thesaurus.isOnlyAsked(concept)) continue;
      const known = said.get(concept);
      if (known) known.times += 1;
      else said.set(concept, { times: 1, after: field === 'tasks' ? place : said.size });
    }
  }
  const { share, later } = ranking.subjectShares[field];
  for (const [concept, { times, after }] of said) {
    addTo(weights, conceptTerm(concept), each * Math.min(2, times));
    addTo(subjects, conceptTerm(concept), (each * share * textShare) / (1 + after * later));
  }
}
