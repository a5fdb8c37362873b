// What an item is mainly for: the same words say more of a service that is about little else.
import type { Index } from './invertedIndex.ts';
import { docOf, impactBits, impactOf, isInTitle, postingOf } from './postings.ts';
import type { Alternative, Slot } from './querySlots.ts';
import { isTagTerm, Term } from './terms.ts';
import type { Sight } from './vocabulary.ts';

/** How much less something counts in an item that is hardly about it. */
const lessAside = 0.3;
/** So many are looked at, the strongest; what is weaker counts as aside. */
const mostLookedAt = 200;
/** The weight of which an impact is made saturates, so that most of what is said often looks alike: this is what it was. */
const saturation = 2;
const weights = Float64Array.from(
  { length: impactBits + 1 },
  (_, impact) => (saturation * impact) / (impactBits - impact + 0.5),
);

/** What a posting is worth, in as many steps as there are impacts. */
export const valueOf = (posting: number, score: number): number =>
  Math.round(score * impactOf(posting));

/** From which worth on postings are looked at. */
export function leastLookedAt({ alternatives }: Slot, most = mostLookedAt): number {
  const counts = new Uint32Array(impactBits + 1);
  for (const { term, score } of alternatives.values())
    for (const posting of term.postings()) counts[valueOf(posting, score)]! += 1;
  let least = counts.length;
  for (let left = most; least > 0 && counts[least - 1]! <= left;) {
    least -= 1;
    left -= counts[least]!;
  }
  return least;
}

/** How much of what an item is each term can be, 0..1; rarer things are more of it. */
function focusIn(index: Index, sight: Sight) {
  const rarities = new Map<Term, number>();
  const rarityOf = (term: Term): number => {
    const known = rarities.get(term) ?? index.idf(term[sight] || 1, sight);
    rarities.set(term, known);
    return known;
  };
  const kinds = new Map<number, { of: Map<Term, number>; most: number }>();
  const kindsOf = (doc: number) => {
    const known = kinds.get(doc);
    if (known) return known;
    const found = { of: new Map<Term, number>(), most: 0 };
    index.eachSubject(doc, (term, impact) => {
      if (isTagTerm(term.name)) return;
      const weight = weights[impact]! * rarityOf(term);
      found.of.set(term, weight);
      found.most = Math.max(found.most, weight);
    });
    kinds.set(doc, found);
    return found;
  };
  return (term: Term, doc: number): number => {
    const { of, most } = kindsOf(doc);
    return (of.get(term) ?? 0) / (most || 1);
  };
}

/** What an item is counts, and little how much is said of it; what it is not mainly counts less. */
export const inFocusImpact = (impact: number, share: number): number =>
  Math.round((impact + (impactBits - impact) * share) * (1 - lessAside * (1 - share)));

/** The slot whose terms count in full in the items that are mainly about them. */
export function focused(index: Index, slot: Slot, sight: Sight): Slot {
  const least = leastLookedAt(slot);
  const shareOf = focusIn(index, sight);
  const alternatives = new Map<Term, Alternative>();
  for (const [term, alternative] of slot.alternatives) {
    const inFocus = new Term(-1, term.name);
    for (const posting of term.postings()) {
      if (valueOf(posting, alternative.score) < least) continue;
      const doc = docOf(posting);
      const impact = inFocusImpact(impactOf(posting), shareOf(term, doc));
      inFocus.push(postingOf(doc, impact, isInTitle(posting)));
    }
    // Every item is taken by what is worth the most.
    alternatives.set(term, { ...alternative, score: alternative.score * (1 - lessAside) });
    alternatives.set(inFocus, { ...alternative, term: inFocus });
  }
  return { ...slot, alternatives };
}
