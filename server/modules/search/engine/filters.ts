// Filters: tags, approvals, companies, dates and concepts that an item must have besides answering the words.
import type { IndexView } from './indexView.ts';
import type { Clause } from './queryClauses.ts';
import { tagTerm } from './searchDocument.ts';
import type { Term } from './invertedIndex.ts';

/** All of it must hold; what is left out asks for nothing. */
export interface Filter {
  /** Original names; all of them must be there. */
  tags?: readonly string[];
  /** The approval tag of the company whose services are asked for, in lower case. */
  approvedBy?: string | null;
  /** A company of whose people somebody must use it. */
  usedIn?: string | null;
  /** The moment from which on it must have come, in milliseconds. */
  addedSince?: number | null;
  /** Marks at the ids of items; all of them must be there. */
  marked?: readonly Uint8Array[];
  /** Marks at the ids of items; none of them may be there. */
  unmarked?: readonly Uint8Array[];
}

export type Passes = (doc: number) => boolean;

const docsOf = (terms: Iterable<Term>): Set<number> =>
  new Set([...terms].flatMap(({ postings }) => postings.map(({ doc }) => doc)));

/** @param clauses of concepts that it must have */
export function filterOf(
  { index, scope }: IndexView,
  {
    tags = [],
    approvedBy = null,
    usedIn = null,
    addedSince = null,
    marked = [],
    unmarked = [],
  }: Filter,
  clauses: readonly Clause[] = [],
): Passes {
  const isApproval = (tag: string): boolean => index.tags.get(tag)?.isApproval ?? false;
  if (scope === 'visible' && tags.some(isApproval)) return () => false;
  const bearing = (names: readonly string[]): Set<number> =>
    docsOf(names.flatMap((name) => index.terms.get(tagTerm(name)) ?? []));
  const needed = [
    ...tags.map((tag) => bearing([tag])),
    ...clauses.map(({ alternatives }) => docsOf(alternatives.keys())),
  ];
  if (approvedBy !== null) {
    const isAsked = (tag: string): boolean => isApproval(tag) && tag.toLowerCase() === approvedBy;
    needed.push(bearing([...index.tags.keys()].filter(isAsked)));
  }
  return (doc) => {
    const { usedBy, addedAt } = index.documents.get(doc)!;
    return (
      needed.every((docs) => docs.has(doc)) &&
      marked.every((marks) => marks[doc] === 1) &&
      unmarked.every((marks) => marks[doc] !== 1) &&
      (usedIn === null || (usedBy[usedIn] ?? 0) > 0) &&
      (addedSince === null || addedAt >= addedSince)
    );
  };
}
