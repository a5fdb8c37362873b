// What answers a concept that is asked for without words, as by a task of the wizard: services that are for it, not what mentions it.
import { inFocusImpact, leastLookedAt, valueOf } from './focus.ts';
import type { Index } from './index.ts';
import { docOf, impactBits, impactOf, isInTitle, postingOf } from './postings.ts';
import type { Alternative, Slot } from './slots.ts';
import { conceptOf, Term } from './terms.ts';

/** How much of 1 a service is for a concept that it is found by; a description that mentions it in passing says less, a task hardly ever. */
const leastMain = 0.4;
/** Behind fewer of these than a choice, this is enough; where there is none of them, nothing is. */
const leastAside = 0.34;
const aChoice = 4;
/** So many are looked at, the strongest; the rest counts by how much is said of it. */
const mostLookedAt = 2000;

/** How much of what an item is a concept is, 0..1. */
function shareIn(index: Index, doc: number, term: Term): number {
  let share = 0;
  index.eachSubject(doc, (one, impact) => {
    if (one === term) share = impact / impactBits;
  });
  return share;
}

/** The postings of a concept, by how much of each item it is. */
function inFocus(index: Index, { term, score }: Alternative, least: number): Uint32Array {
  return term.postings().map((posting) => {
    if (valueOf(posting, score) < least) return posting;
    const doc = docOf(posting);
    const share = shareIn(index, doc, term);
    return postingOf(doc, inFocusImpact(impactOf(posting), share), isInTitle(posting));
  });
}

/** Marks the items of which it is so much; answers how many there are. */
function mark(items: Uint8Array, all: readonly Uint32Array[], least: number): number {
  let count = 0;
  for (const postings of all) {
    for (const posting of postings) {
      const doc = docOf(posting);
      if (impactOf(posting) < least * impactBits || items[doc] === 1) continue;
      items[doc] = 1;
      count += 1;
    }
  }
  return count;
}

/** Marks at the items that are mainly for it; where those are few, also at those that say it besides. */
function mainOf(index: Index, all: readonly Uint32Array[]): Uint8Array {
  const items = new Uint8Array(index.size);
  const main = mark(items, all, leastMain);
  if (main > 0 && main < aChoice) mark(items, all, leastAside);
  return items;
}

/**
 * The slots of concepts, by how much a service is for them. It must be mainly for the first, which says what is to be done; the
 * others only narrow that. What a company taught is found as it was taught.
 */
export const mainly = (index: Index, slots: readonly Slot[]): Slot[] =>
  slots.map((slot, place) => {
    const least = leastLookedAt(slot, mostLookedAt);
    const concepts = [...slot.alternatives.values()].filter(
      ({ term }) => conceptOf(term.name) !== null,
    );
    const found = concepts.map((one) => inFocus(index, one, least));
    const main = place === 0 ? mainOf(index, found) : null;
    const alternatives = new Map(slot.alternatives);
    for (const [at, one] of concepts.entries()) {
      const term = new Term(-1, one.term.name);
      for (const posting of found[at]!)
        if (main === null || main[docOf(posting)] === 1) term.push(posting);
      alternatives.delete(one.term);
      alternatives.set(term, { ...one, term });
    }
    return { ...slot, alternatives };
  });
