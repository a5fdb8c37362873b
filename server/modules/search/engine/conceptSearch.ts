// What answers a concept that is asked for without words, as by a task of the wizard: services that are for it, not what mentions it.
import { inFocusImpact, leastLookedAt, valueOf } from './purposeWeights.ts';
import type { Index, Share } from './invertedIndex.ts';
import { docOf, impactBits, impactOf, isInTitle, postingOf } from './postings.ts';
import { conceptSlot, type Alternative, type Slot } from './querySlots.ts';
import { conceptOf, Term } from './terms.ts';
import type { Sight } from './vocabulary.ts';

/** How much of 1 a service is for a concept that it is found by; a description that mentions it in passing says less, a task hardly ever. */
const leastMain = 0.4;
/** Behind fewer of these than a choice, this is enough; where there is none of them, nothing is. */
const leastAside = 0.34;
const aChoice = 4;
/** So many are looked at, the strongest; the rest counts by how much is said of it. */
const mostLookedAt = 2000;

/** A slot for each concept that is asked for by its id; null when one of them is not known. */
export function conceptSlots(
  index: Index,
  ids: readonly string[] | undefined,
  sight: Sight,
): Slot[] | null {
  const slots = (ids ?? []).map((id) => {
    const place = index.thesaurus.places.get(id);
    if (place === undefined) return index.taught.slot(id, index, sight);
    const slot = conceptSlot(place, index, sight);
    index.taught.widen(slot, id, index, sight);
    return slot;
  });
  return slots.every((slot) => slot !== null) ? slots : null;
}

/** How much of what an item is a concept is, 0..1. */
function shareIn(index: Index, doc: number, term: Term): number {
  let share = 0;
  index.eachSubject(doc, (one, impact) => {
    if (one === term) share = impact / impactBits;
  });
  return share;
}

/** How strongly a term leads to an item that holds it. */
function impactAt(term: Term, doc: number): number {
  const postings = term.postings();
  let from = 0;
  for (let to = postings.length; from < to;) {
    const middle = (from + to) >>> 1;
    if (docOf(postings[middle]!) < doc) from = middle + 1;
    else to = middle;
  }
  return impactOf(postings[from]!);
}

/** Whether an item, so much of which a concept is, answers that concept. */
export function isMainly(doc: number, { term, share }: Share): boolean {
  return inFocusImpact(impactAt(term, doc), share) >= leastMain * impactBits;
}

/** Whether admins taught that who asks for a concept asks for this. */
export const isTaught = ({ name }: Term): boolean => conceptOf(name) === null;

/** The slot with other postings of its concepts; what a company taught is found as it was taught. */
function withPostings(slot: Slot, of: (one: Alternative) => Iterable<number>): Slot {
  const alternatives = new Map<Term, Alternative>();
  for (const one of slot.alternatives.values()) {
    const isAsTaught = isTaught(one.term);
    const term = isAsTaught ? one.term : new Term(-1, one.term.name);
    if (!isAsTaught) for (const posting of of(one)) term.push(posting);
    alternatives.set(term, { ...one, term });
  }
  return { ...slot, alternatives };
}

/** The slot by how much of each item its concept is. */
function inFocus(index: Index, slot: Slot): Slot {
  const least = leastLookedAt(slot, mostLookedAt);
  return withPostings(slot, ({ term, score }) =>
    term.postings().map((posting) => {
      if (valueOf(posting, score) < least) return posting;
      const doc = docOf(posting);
      const share = shareIn(index, doc, term);
      return postingOf(doc, inFocusImpact(impactOf(posting), share), isInTitle(posting));
    }),
  );
}

/** Marks at the items that are mainly for it; where those are few, also at those that say it besides; null where nobody sees any. */
function mainOf(index: Index, { alternatives }: Slot, sight: Sight): Uint8Array | null {
  const main = new Uint8Array(index.size);
  const mark = (least: number): number => {
    let seen = 0;
    for (const { term } of alternatives.values()) {
      const leastImpact = isTaught(term) ? 0 : least * impactBits;
      for (const posting of term.postings()) {
        const doc = docOf(posting);
        if (impactOf(posting) < leastImpact || main[doc] === 1) continue;
        main[doc] = 1;
        seen += Number(index.isSeen(doc, sight));
      }
    }
    return seen;
  };
  const seen = mark(leastMain);
  if (seen > 0 && seen < aChoice) mark(leastAside);
  return seen > 0 ? main : null;
}

/**
 * The slots of concepts, by how much a service is for them. It must be mainly for the first, which says what is to be done; the
 * others only narrow that. Where none is, all that mention it stay.
 */
export function conceptSearch(
  index: Index,
  slots: readonly Slot[],
  sight: Sight,
): { slots: Slot[]; areMain: boolean } {
  const [first, ...others] = slots.map((slot) => inFocus(index, slot));
  const main = first ? mainOf(index, first, sight) : null;
  if (!first || !main) return { slots: first ? [first, ...others] : [], areMain: false };
  const kept = withPostings(first, ({ term }) =>
    term.postings().filter((posting) => main[docOf(posting)] === 1),
  );
  return { slots: [kept, ...others], areMain: true };
}
