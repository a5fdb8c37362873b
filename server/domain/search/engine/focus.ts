// What an item is mainly for: the same words say more of a service that is about little else.
import type { Index } from './index.ts';
import { docOf, impactBits, impactOf, isInTitle, postingOf } from './postings.ts';
import type { Alternative, Slot } from './slots.ts';
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
const valueOf = (posting: number, score: number): number => Math.round(score * impactOf(posting));

/** From which worth on postings are looked at. */
function leastLookedAt({ alternatives }: Slot): number {
  const counts = new Uint32Array(impactBits + 1);
  for (const { term, score } of alternatives.values())
    for (const posting of term.postings()) counts[valueOf(posting, score)]! += 1;
  let least = counts.length;
  for (let left = mostLookedAt; least > 0 && counts[least - 1]! <= left;) {
    least -= 1;
    left -= counts[least]!;
  }
  return least;
}

/** How much of what an item is about each term can be, 0..1; rarer things are more of it. */
function focusIn(index: Index, sight: Sight) {
  const rarities = new Map<Term, number>();
  const rarityOf = (term: Term): number => {
    const known = rarities.get(term) ?? index.idf(term[sight] || 1, sight);
    rarities.set(term, known);
    return known;
  };
  const most = new Map<number, number>();
  const mostIn = (doc: number): number => {
    let largest = most.get(doc) ?? 0;
    if (largest > 0) return largest;
    index.eachSubject(doc, (term, impact) => {
      const weight = isTagTerm(term.name) ? 0 : weights[impact]! * rarityOf(term);
      if (weight > largest) largest = weight;
    });
    most.set(doc, largest);
    return largest;
  };
  return (term: Term, posting: number): number =>
    Math.min(1, (weights[impactOf(posting)]! * rarityOf(term)) / mostIn(docOf(posting)));
}

/** The slot whose terms count in full in the items that are mainly about them. */
export function focused(index: Index, slot: Slot, sight: Sight): Slot {
  const least = leastLookedAt(slot);
  const shareOf = focusIn(index, sight);
  const alternatives = new Map<Term, Alternative>();
  for (const [term, alternative] of slot.alternatives) {
    const inFocus = new Term(-1, term.name);
    for (const posting of term.postings()) {
      if (valueOf(posting, alternative.score) < least) continue;
      const impact = impactOf(posting) * (1 - lessAside * (1 - shareOf(term, posting)));
      inFocus.push(postingOf(docOf(posting), Math.round(impact), isInTitle(posting)));
    }
    // Every item is taken by what is worth the most.
    alternatives.set(term, { ...alternative, score: alternative.score * (1 - lessAside) });
    alternatives.set(inFocus, { ...alternative, term: inFocus });
  }
  return { ...slot, alternatives };
}
