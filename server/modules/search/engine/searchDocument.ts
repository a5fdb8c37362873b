// Search documents and the BM25F weights of their terms.
import { factsOf, nameKey, tokens, type Token } from './tokenizer.ts';
import { ranking } from './rankingConstants.ts';
import type { Thesaurus } from './thesaurus.ts';

// Names of terms: a stem stands for itself, other kinds have a prefix.
export const conceptTerm = (concept: string): string => `c=${concept}`;
export const tagTerm = (tag: string): string => `t=${tag}`;
export const isTagTerm = (name: string): boolean => name.startsWith('t=');
/** The concept that a term stands for; null for all other terms. */
export const conceptOf = (name: string): string | null =>
  name.startsWith('c=') ? name.slice(2) : null;
/** A custom concept: the items that hold any of its phrases. */
export const customConceptTerm = (id: number): string => `o=${id}`;

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
  /** Tasks of the service, in short phrases. */
  tasks: InBoth<readonly string[]>;
  cases: readonly InBoth<string | null>[];
  likes: number;
  usedBy: UsedBy;
  /** Time when it was added to the catalogue, in milliseconds since 1970. */
  addedAt: number;
  isVisible: boolean;
}

type Field = keyof typeof ranking.fields;

const longestJoined = 24;

export const filled = (...all: (string | null)[]): string[] =>
  all.filter((text): text is string => text !== null && text !== '');

/** Beginnings of a title, in two or three words that are also said as one: Dall E. */
const joinedRuns = (_text: string, words: readonly Token[]): Token[][] =>
  [2, 3]
    .map((length) => words.slice(0, length))
    .filter((run, place) => run.length === place + 2 && nameKey(run).length <= longestJoined);

const hyphen = /[-‐‑]/;
const letters = /^\p{L}+$/u;

/** Neighbours that are also written as one: with a hyphen (онлайн-доска), and a number behind a word (GPT 4). */
const gluedPairs = (text: string, found: readonly Token[]): Token[][] =>
  found.slice(1).flatMap((second, place) => {
    const first = found[place]!;
    if (second.start !== first.end + 1 || first.isStop || second.isStop) return [];
    const isNumbered = letters.test(first.word) && /^\d/.test(second.word);
    return isNumbered || hyphen.test(text[first.end]!) ? [[first, second]] : [];
  });

export const nameKeysOf = ({ ru, en }: SearchDocument['title']): string[] =>
  [...new Set(filled(ru, en).map((text) => nameKey(tokens(text))))].filter(Boolean);

/** The saturated weight of a term in a document, 1 to `ranking.maxImpact`. */
export const impactOf = (weight: number): number =>
  Math.max(1, Math.round((ranking.maxImpact * weight) / (ranking.saturation + weight)));

interface DocumentTerm {
  /** `impactOf` saturates it. */
  weight: number;
  /** How much of what the service is a concept or tag is; 0 for a word. */
  subject: number;
  isInTitle: boolean;
}

export class DocumentTerms {
  readonly terms = new Map<string, DocumentTerm>();
  /** Its words, and whether a title holds them. */
  readonly words = new Map<string, boolean>();
  /** Its titles, each as one word. */
  readonly nameKeys: readonly string[];
  private readonly thesaurus: Thesaurus;
  private readonly isKnown: boolean;

  constructor({ title, description, tags, tasks, cases }: SearchDocument, thesaurus: Thesaurus) {
    this.thesaurus = thesaurus;
    this.nameKeys = nameKeysOf(title);
    const purposes = this.nameKeys.flatMap((key) => [
      ...(thesaurus.names.conceptsOfTitle(key) ?? []).entries(),
    ]);
    this.isKnown = purposes.length > 0;
    const { knownNameWeight: known, knownNameLater: later } = ranking;
    for (const [place, concept] of purposes)
      this.add(
        conceptTerm(concept),
        known / (1 + place * later.term),
        known / (1 + place * later.subject),
      );
    for (const text of new Set(filled(title.ru, title.en))) this.addField('title', [text]);
    for (const text of filled(description.ru, description.en)) this.addField('description', [text]);
    const named = tags.filter(({ isApproval }) => !isApproval);
    const names = named.flatMap(({ name, ru, en }) => [name.replaceAll('-', ' '), ru, en]);
    this.addField('tags', [...new Set(names)]);
    for (const language of ['ru', 'en'] as const) {
      this.addField('tasks', tasks[language]);
      this.addField('cases', filled(...cases.map((one) => one[language])));
    }
    for (const { name } of tags) this.add(tagTerm(name), 1, 1);
  }

  private add(name: string, weight: number, subject: number): DocumentTerm {
    const term = this.terms.get(name) ?? { weight: 0, subject: 0, isInTitle: false };
    term.weight += weight;
    term.subject += subject;
    this.terms.set(name, term);
    return term;
  }

  private addField(field: Field, texts: readonly string[]): void {
    const read = texts.map(tokens);
    const length = read.flat().length;
    const { weight, length: usual } = ranking.fields[field];
    const each = weight / (1 - ranking.lengthShare + (ranking.lengthShare * length) / usual);
    for (const [place, all] of read.entries()) this.addWords(field, texts[place]!, all, each);
    this.addConcepts(field, read, each);
  }

  private addWords(field: Field, text: string, all: readonly Token[], each: number): void {
    const isName = field === 'title';
    const add = (word: string, share: number): void => {
      this.words.set(word, isName || (this.words.get(word) ?? false));
      const term = this.add(factsOf(word).stem, each * share, 0);
      term.isInTitle ||= isName;
    };
    for (const { word, isStop, parts } of all) {
      if (isStop && !isName) continue;
      add(word, 1);
      for (const part of parts) add(part.word, ranking.namePartShare);
    }
    for (const run of (isName ? joinedRuns : gluedPairs)(text, all))
      add(nameKey(run), ranking.joinedShare);
  }

  private addConcepts(field: Field, read: readonly Token[][], each: number): void {
    const { names, concepts } = this.thesaurus;
    /** By concept: how often it is said, and after how many others. */
    const said = new Map<string, { times: number; after: number }>();
    for (const [place, all] of read.entries()) {
      // The purpose of a well-known name is known, and a title of one word is a name: neither says a concept.
      if (field === 'title' && (all.length === 1 || names.conceptsOfTitle(nameKey(all)))) continue;
      // Tags alone are words that people search with.
      for (const { concept } of this.thesaurus.mentions(all, field === 'tags' ? 'query' : 'text')) {
        if (concepts.get(concept)!.isOnlyAsked) continue;
        const after = field === 'tasks' ? place : said.size;
        const found = said.get(concept) ?? { times: 0, after };
        found.times += 1;
        said.set(concept, found);
      }
    }
    const { share, later } = ranking.fields[field];
    const textShare = this.isKnown ? ranking.subjectShareOfKnown : 1;
    for (const [concept, { times, after }] of said) {
      const subject = (each * share * textShare) / (1 + after * later);
      this.add(conceptTerm(concept), each * Math.min(2, times), subject);
    }
  }
}
