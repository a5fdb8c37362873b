// What items are found by: stems, concepts (c=id) and tags (t=name), each with the items that hold it.
import { docOf, movedTo, Postings, type Place } from './postings.ts';

/** A term: the postings of the items that hold it, by ascending ordinals. */
export class Term implements Place {
  readonly id: number;
  readonly name: string;
  start = 0;
  size = 0;
  room = 0;
  /** Items that hold it: those that everybody sees, and with the hidden ones. */
  visible = 0;
  live = 0;
  /** The last counting that has counted it. */
  counting = 0;
  private all: Postings;

  /** @param all where its postings are kept; of its own when it is a term of one query */
  constructor(id: number, name: string, all: Postings = new Postings()) {
    this.id = id;
    this.name = name;
    this.all = all;
  }

  /** Good until a term is given another one. */
  postings(): Uint32Array {
    return this.all.of(this);
  }

  /** The ordinals alone. */
  held(): Uint32Array {
    return this.postings().map(docOf);
  }

  push(posting: number): void {
    this.all.push(this, posting);
  }

  /** Gives every item its new ordinal; those without one go. */
  renumber(newOrdinals: Int32Array, all: Postings): void {
    const kept = this.postings().filter((posting) => newOrdinals[docOf(posting)]! >= 0);
    this.all = all;
    this.size = 0;
    this.room = 0;
    all.reserve(this, kept.length);
    for (const posting of kept) this.push(movedTo(newOrdinals[docOf(posting)]!, posting));
  }
}

/** By the concept: its term is named in every text that is kept, and each name is kept once. */
const conceptTerms: string[] = [];

export const conceptTerm = (concept: number): string => (conceptTerms[concept] ??= `c=${concept}`);
export const tagTerm = (tag: string): string => `t=${tag}`;
export const isTagTerm = (name: string): boolean => name.startsWith('t=');
/** Which concept a term stands for; null for stems and tags. */
export const conceptOf = (name: string): number | null =>
  name.startsWith('c=') ? Number(name.slice(2)) : null;
/** A phrase that admins taught: the items that hold all its stems. */
export const phraseTerm = (stems: readonly string[]): string => `p=${stems.join(' ')}`;
/** A concept of admins: the items that hold any of its phrases; without the stems, what it is marked by. */
export const ownConceptTerm = (id: number, stems: readonly string[] = []): string =>
  [`o=${id}`, ...stems].join(' ');
/** What is marked of a term: the stems of a phrase, those of a concept of admins and the concept; any other is one. */
export const wordsOfPhrase = (name: string): string[] => {
  if (name.startsWith('o=')) return name.split(' ');
  return name.startsWith('p=') ? name.slice(2).split(' ') : [name];
};
