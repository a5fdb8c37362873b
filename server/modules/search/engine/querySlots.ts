// What a query asks: a slot for every word, and the terms that would satisfy it, each with what it is worth.
import { conceptTerm, wordsOfPhrase, type Term } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { Sight } from './vocabulary.ts';

/** What a query is read with. */
export interface Sources {
  thesaurus: Thesaurus;
  terms: ReadonlyMap<string, Term>;
  /** How rare something is that so many items hold. */
  idf(count: number, sight: Sight): number;
  /** Whether an item is there for the reader. */
  isSeen(doc: number, sight: Sight): boolean;
}

/** One way to satisfy a slot. */
export interface Alternative {
  term: Term;
  /** What it is worth: 1 for the word itself. */
  score: number;
  /** How much of the word's meaning it covers. */
  cover: number;
  /** The word itself, in some form: names are found by these. */
  isLiteral: boolean;
}

export interface Slot {
  word: string;
  /** How much the word says: rare words weigh more. */
  weight: number;
  isSoft: boolean;
  /** What a picture may show, or what another task is about: a knight. As little is known of it as of a word that nothing here says. */
  isSubject: boolean;
  /** How many items hold the rarest concept that it says in a phrase; null for a word alone. */
  heldByPhrase: number | null;
  alternatives: Map<Term, Alternative>;
}

/** What a term is worth by how it is related to the word. */
export const worth = {
  itself: { score: 1, cover: 1 },
  beginning: { score: 0.8, cover: 1 },
  /** The word is known, but may be a beginning too. */
  beginningOfKnown: { score: 0.5, cover: 0.85 },
  family: { score: 0.6, cover: 0.9 },
  /** An ordinary word that nothing here holds means itself: what begins so, and its family, alone answers nothing surely. */
  guess: { score: 0.5, cover: 0.55 },
  concept: { score: 0.85, cover: 1 },
  narrower: { score: 0.45, cover: 0.9 },
  narrowest: { score: 0.36, cover: 0.85 },
  broader: { score: 0.15, cover: 0.55 },
  related: { score: 0.3, cover: 0.55 },
} as const;

/** From this cover on, an alternative says what the word says: it is weighed and marked by it. */
const sameCover = 0.87;
/** What covers less is not marked. */
const leastMarked = 0.8;
/** Widening stops where stronger alternatives hold so many items already. */
const enough = 3000;
const leastWeight = 0.05;
const unknownWeight = 0.75;
const softShare = 0.1;

export const emptySlot = (word: string, isSoft: boolean): Slot => ({
  word,
  weight: 0,
  isSoft,
  isSubject: false,
  heldByPhrase: null,
  alternatives: new Map(),
});

/** Adds a way to satisfy the slot, or strengthens the one that is there; a term that nobody sees is none. */
export function offer(
  { alternatives }: Slot,
  term: Term | undefined,
  sight: Sight,
  { score, cover, isLiteral }: Omit<Alternative, 'term'>,
): void {
  if (!term || term[sight] === 0) return;
  const known = alternatives.get(term);
  if (!known) {
    alternatives.set(term, { term, score, cover, isLiteral });
    return;
  }
  known.score = Math.max(known.score, score);
  known.cover = Math.max(known.cover, cover);
  known.isLiteral ||= isLiteral;
}

/** Adds a concept with those around it. @param covers the share of what they cover, where it is another than of what they are worth */
export function offerConcept(
  slot: Slot,
  concept: number,
  { thesaurus, terms }: Sources,
  sight: Sight,
  share: number,
  covers = share,
): void {
  const add = (concepts: readonly number[], { score, cover }: { score: number; cover: number }) => {
    for (const one of concepts) {
      const value = { score: score * share, cover: cover * covers, isLiteral: false };
      offer(slot, terms.get(conceptTerm(one)), sight, value);
    }
  };
  const { narrower, broader, related } = thesaurus.concepts[concept]!;
  add([concept], worth.concept);
  add(narrower, worth.narrower);
  for (const one of narrower) add(thesaurus.concepts[one]!.narrower, worth.narrowest);
  add(broader, worth.broader);
  add(related, worth.related);
}

/** A slot that only a concept, and what is narrower, satisfies. */
export function conceptSlot(concept: number, sources: Sources, sight: Sight): Slot {
  const { thesaurus, terms } = sources;
  const { id, narrower } = thesaurus.concepts[concept]!;
  const slot = emptySlot(id, false);
  const add = (concepts: readonly number[], { score, cover }: { score: number; cover: number }) => {
    for (const one of concepts)
      offer(slot, terms.get(conceptTerm(one)), sight, { score, cover, isLiteral: false });
  };
  add([concept], worth.itself);
  add(narrower, worth.narrower);
  for (const one of narrower) add(thesaurus.concepts[one]!.narrower, worth.narrowest);
  weigh(slot, sources, sight);
  return slot;
}

/** A word of a phrase weighs no less than the phrase, however common it is by itself. */
export function weighAsPhrase(
  slot: Slot,
  concept: number,
  { terms }: Pick<Sources, 'terms'>,
  sight: Sight,
): void {
  const held = terms.get(conceptTerm(concept))![sight];
  slot.heldByPhrase = Math.min(slot.heldByPhrase ?? Infinity, held);
}

/** How rare something is that so many items hold, from 0 to 1. */
const rarity = (count: number, sources: Pick<Sources, 'idf'>, sight: Sight): number =>
  sources.idf(count, sight) / sources.idf(0.5, sight);

/** Leaves out the weak alternatives that would only lengthen the answer, and weighs the slot. */
export function weigh(slot: Slot, sources: Sources, sight: Sight): void {
  const strongest = [...slot.alternatives.values()].sort(
    (a, b) => b.cover - a.cover || b.score - a.score,
  );
  let held = 0;
  for (const { term, cover } of strongest) {
    if (held > enough && cover < 0.95) slot.alternatives.delete(term);
    else held += term[sight];
  }
  const same = strongest.filter(({ cover }) => cover >= sameCover);
  const most = Math.max(0, ...same.map(({ term }) => term[sight]));
  const known = most > 0 ? Math.max(leastWeight, rarity(most, sources, sight)) : unknownWeight;
  const least = Math.max(
    slot.isSubject ? unknownWeight : 0,
    // "Text to speech" is rarer than "text": its words together say what the concept says.
    slot.heldByPhrase === null ? 0 : rarity(slot.heldByPhrase, sources, sight),
  );
  const weight = Math.max(known, least);
  slot.weight = slot.isSoft ? weight * softShare : weight;
}

/** Whether it is marked: a word itself is, however little it says, as inside a phrase. */
const isMarked = ({ cover, isLiteral }: Alternative): boolean => isLiteral || cover >= leastMarked;

/** The terms that are marked in the texts of what is found, each with what it is worth. */
export const markedTerms = (slots: readonly Slot[]): Map<string, number> =>
  termsOf(slots, isMarked);

/** The terms that cover too little to be marked, and by which something is found all the same. */
export const nearbyTerms = (slots: readonly Slot[]): Map<string, number> =>
  termsOf(slots, (one) => !isMarked(one));

function termsOf(
  slots: readonly Slot[],
  isWanted: (one: Alternative) => boolean,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { alternatives } of slots) {
    for (const one of alternatives.values()) {
      if (!isWanted(one)) continue;
      for (const name of wordsOfPhrase(one.term.name)) {
        found.set(name, Math.max(one.score, found.get(name) ?? 0));
      }
    }
  }
  return found;
}
