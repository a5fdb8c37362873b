// What the search knows of a service, and what it is found by.
import { factsOf, nameKey, tokens, type Token } from './tokenizer.ts';
import type { UsedBy } from './companyUses.ts';
import { impactBits } from './postings.ts';
import { conceptTerm, tagTerm } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';

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

/** The words of a document as the vocabulary takes them. */
interface DocumentWord {
  stem: string;
  isName: boolean;
  parts: readonly string[];
}

interface DocumentTerms {
  /** By the term's name; `impactOfWeight` makes a number of 1..127 of it. */
  weights: Map<string, number>;
  inTitle: Set<string>;
  /** By the names of concepts and tags: how much of what the service is each of them is. */
  kinds: Map<string, number>;
  words: Map<string, DocumentWord>;
  /** Its titles, each as one word. */
  nameKeys: string[];
}

/** How much a word of a field weighs, and how many words such a field usually has. */
const fields = {
  title: { weight: 3, length: 3 },
  tags: { weight: 2, length: 3 },
  tasks: { weight: 2, length: 40 },
  description: { weight: 1, length: 20 },
  cases: { weight: 0.6, length: 60 },
};
/** How much of what a service is a field says, and how much less of it what stands later there: an invoice is none of a mail client. */
const kindOf = {
  title: { share: 1, later: 0 },
  tags: { share: 1, later: 0 },
  tasks: { share: 1, later: 2 },
  description: { share: 1.5, later: 1 },
  cases: { share: 0.3, later: 0 },
};
/** Of a known service texts say less of that, and the first that is known of it says most. */
const kindShareOfKnown = 0.3;
const kindLaterOfKnown = 2;
/** BM25F: how soon more of the same stops to count, and how much a long field makes its words lighter. */
const saturation = 2;
const lengthShare = 0.4;
const partShare = 0.7;
const joinedShare = 0.5;
/** What a known service does, the first of it most. */
const knownNameWeight = 6;
const longestJoin = 3;
const longestJoined = 24;
const joinsFrom = 6;

const texts = (...all: (string | null)[]): string[] =>
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
export const nameKeysOf = (title: SearchDocument['title']): string[] =>
  [...new Set(texts(title.ru, title.en).map((text) => nameKey(tokens(text))))].filter(Boolean);

/** What a document is found by, and how strongly. */
export function termsOf(document: SearchDocument, thesaurus: Thesaurus): DocumentTerms {
  const weights = new Map<string, number>();
  const inTitle = new Set<string>();
  const kinds = new Map<string, number>();
  const words = new Map<string, DocumentWord>();
  const add = (term: string, weight: number) => {
    weights.set(term, (weights.get(term) ?? 0) + weight);
  };
  const addKind = (term: string, weight: number) => {
    kinds.set(term, (kinds.get(term) ?? 0) + weight);
  };
  const addWord = (
    { word, stem, parts }: Pick<Token, 'word' | 'stem' | 'parts'>,
    weight: number,
    isName: boolean,
  ) => {
    const known = words.get(word);
    if (!known || (isName && !known.isName)) words.set(word, { stem, isName, parts });
    add(stem, weight);
    if (isName) inTitle.add(stem);
  };
  const addPlain = (word: string, parts: readonly string[], weight: number, isName: boolean) =>
    addWord({ word, stem: factsOf(word).stem, parts }, weight, isName);
  const addField = (field: keyof typeof fields, written: readonly string[]): void => {
    const isName = field === 'title';
    const found = written.map((text) => tokens(text));
    const length = found.reduce((sum, { length: count }) => sum + count, 0);
    const { weight, length: usual } = fields[field];
    const each = weight / (1 - lengthShare + (lengthShare * length) / usual);
    const said = new Map<number, { times: number; after: number }>();
    for (let place = 0; place < written.length; place += 1) {
      const text = written[place]!;
      const all = found[place]!;
      for (const token of all) {
        if (token.isStop && !isName) continue;
        addWord(token, each, isName);
        for (const part of token.parts) addPlain(part, [], each * partShare, isName);
      }
      for (const run of isName ? joinedRuns(text, all) : []) {
        const parts = run.flatMap((token) => (token.parts.length > 0 ? token.parts : [token.word]));
        addPlain(nameKey(run), parts, each * joinedShare, isName);
      }
      // Bark does not write barks: what a known name is for is known. A word alone is a name: Compass is none.
      if (isName && (all.length === 1 || thesaurus.names.conceptsOfTitle(nameKey(all)))) continue;
      // Tags alone are words that people ask with.
      const source = field === 'tags' ? 'query' : 'text';
      for (const { concept } of thesaurus.mentions(all, source)) {
        if (thesaurus.isOnlyAsked(concept)) continue;
        const before = said.get(concept);
        if (before) before.times += 1;
        else said.set(concept, { times: 1, after: field === 'tasks' ? place : said.size });
      }
    }
    const { share, later } = kindOf[field];
    for (const [concept, { times, after }] of said) {
      add(conceptTerm(concept), each * Math.min(2, times));
      addKind(conceptTerm(concept), (each * share * shareOfTexts) / (1 + after * later));
    }
  };

  const { title, description, tags, tasks, cases } = document;
  const titles = [...new Set(texts(title.ru, title.en))];
  const nameKeys = nameKeysOf(title);
  const does = nameKeys.map((key) => thesaurus.names.conceptsOfTitle(key) ?? []);
  const shareOfTexts = does.some(({ length }) => length > 0) ? kindShareOfKnown : 1;
  for (const text of titles) addField('title', [text]);
  for (const known of does) {
    for (const [place, concept] of known.entries()) {
      add(conceptTerm(concept), knownNameWeight / (1 + place / 2));
      addKind(conceptTerm(concept), knownNameWeight / (1 + place * kindLaterOfKnown));
    }
  }
  for (const text of texts(description.ru, description.en)) addField('description', [text]);
  addField('tasks', tasks.ru);
  addField('tasks', tasks.en);
  const found = tags.filter(({ isApproval }) => !isApproval);
  addField('tags', [
    ...new Set(found.flatMap(({ name, ru, en }) => [name.replaceAll('-', ' '), ru, en])),
  ]);
  addField(
    'cases',
    cases.flatMap(({ ru }) => texts(ru)),
  );
  addField(
    'cases',
    cases.flatMap(({ en }) => texts(en)),
  );
  for (const { name } of tags) {
    add(tagTerm(name), 1);
    addKind(tagTerm(name), 1);
  }
  return { weights, inTitle, kinds, words, nameKeys };
}

/** How strongly a term of so much weight leads to its item: 1..127. */
export const impactOfWeight = (weight: number): number =>
  Math.max(1, Math.round((impactBits * weight) / (saturation + weight)));
