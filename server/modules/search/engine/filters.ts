// What a service must be, besides answering the words.
import type { Index } from './invertedIndex.ts';
import { docOf } from './postings.ts';
import type { Slot } from './querySlots.ts';
import { tagTerm, type Term } from './terms.ts';
import type { Sight } from './vocabulary.ts';

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
}

/** Whether an item at an ordinal passes. */
export type Passes = (doc: number) => boolean;

/** Nothing is asked for: whoever goes through many items need not ask. */
export const everything: Passes = () => true;

/** What every item must hold of one of each list of terms. */
function holds(index: Index, needed: readonly (readonly Term[])[]): Passes {
  const held = new Uint8Array(index.size);
  for (const [place, either] of needed.entries()) {
    for (const term of either) {
      for (const posting of term.postings()) {
        const doc = docOf(posting);
        // Who has not held those before cannot pass any more.
        if (held[doc] === place) held[doc] = place + 1;
      }
    }
  }
  return (doc) => held[doc] === needed.length;
}

/** The ordinals among which is all that has the tags: those of the rarest one. */
function* candidates(index: Index, tags: readonly string[]): Generator<number> {
  const [rarest] = tags
    .flatMap((tag) => index.terms.get(tagTerm(tag)) ?? [])
    .sort((a, b) => a.size - b.size);
  if (rarest) for (const posting of rarest.postings()) yield docOf(posting);
  else for (let doc = 0; doc < index.size; doc += 1) yield doc;
}

/** What is seen and passes; it has all the tags. */
export function* passingAlone(
  index: Index,
  tags: readonly string[],
  { sight, passes }: { sight: Sight; passes: Passes },
): Generator<number> {
  for (const doc of candidates(index, tags)) if (index.isSeen(doc, sight) && passes(doc)) yield doc;
}

/** @param among marks by ordinal at what may pass; null where everything may */
export function passing(
  index: Index,
  { tags = [], approvedBy = null, usedIn = null, addedSince = null, marked = [] }: Filter,
  seesHidden: boolean,
  concepts: readonly Slot[] = [],
  among: Uint8Array | null = null,
): Passes {
  if (!seesHidden && tags.some((tag) => index.tags.get(tag)?.isApproval)) return () => false;
  const termsOf = (names: readonly string[]) =>
    names.flatMap((name) => index.terms.get(tagTerm(name)) ?? []);
  const needed: (readonly Term[])[] = [
    ...[...new Set(tags)].map((tag) => termsOf([tag])),
    ...(approvedBy === null ? [] : [termsOf(index.findApprovals(approvedBy))]),
    ...concepts.map(({ alternatives }) => [...alternatives.keys()]),
  ];
  const { ids, addedAt } = index;
  const all: Passes[] = marked.map((marks) => (doc) => marks[ids[doc]!] === 1);
  if (among) all.push((doc) => among[doc] === 1);
  if (needed.length > 0) all.push(holds(index, needed));
  if (usedIn !== null) {
    const uses = index.uses.of(usedIn);
    all.push((doc) => (uses[ids[doc]!] ?? 0) > 0);
  }
  if (addedSince !== null) all.push((doc) => addedAt[doc]! >= addedSince);
  return all.length === 0 ? everything : (doc) => all.every((passes) => passes(doc));
}
