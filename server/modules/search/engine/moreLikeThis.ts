// Services near a named one, without it; the rest of the text is a wish.
import { nameKey, stemOf, tokens, type Token } from './tokenizer.ts';
import { readSimilarityIntent, saysNothing, type Model } from './similarityIntent.ts';
import { focused } from './purposeWeights.ts';
import type { Index } from './invertedIndex.ts';
import { docOf } from './postings.ts';
import { read } from './queryParser.ts';
import {
  emptySlot,
  offer,
  offerConcept,
  worth,
  type Alternative,
  type Slot,
} from './querySlots.ts';
import { conceptTerm, isTagTerm, Term } from './terms.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { Sight } from './vocabulary.ts';

/** A reading whose answers are near a service. */
export interface Likeness {
  name: string;
  slots: Slot[];
  /** How much of their weight is likeness; the rest is what is wished besides. */
  part: number;
  /** The service itself is left out. */
  without: ReadonlySet<number>;
  /** Something here does what the service is for first, or what that is a kind of. */
  isSure: boolean;
}

const mostModels = 8;
const rareWords = 12;
/** A term in more than this share of all items tells nothing. */
const commonShare = 0.3;
const conceptShare = 1.5;
/** How much the rest of the text weighs beside the service. */
const wishShare = 0.8;
/** The same where it says no more than that it should be free: few texts say so, and much that is nothing like it. */
const freeShare = 0.2;
/** Where it is known what a service does, the first of that counts most. */
const lessEach = 0.5;
const mostTraits = 12;
/** What nothing here is for is answered by what it is a kind of, which is worth so much. */
const kindWorth = { score: 0.6, cover: 0.9, isLiteral: false } as const;
/** A wish orders what does one of the first three things that the service is known for. */
const mainTraits = 3;

/** What a known service does: the main thing first, what that is a kind of last. */
function purposes({ concepts }: Thesaurus, does: readonly number[]): number[] {
  const broader = does.slice(0, 1).flatMap((main) => concepts[main]!.broader);
  return [...new Set([...does, ...broader])];
}

/** What a service is known for: the first of it weighs most; kinds and neighbours of it serve too. */
function knownSlots(index: Index, does: readonly number[], sight: Sight): Slot[] {
  let most = Infinity;
  let place = 0;
  return does.flatMap((concept) => {
    const term = index.terms.get(conceptTerm(concept));
    const slot = emptySlot(conceptTerm(concept), false);
    offerConcept(slot, concept, index, sight, 1);
    offer(slot, term, sight, { score: 1, cover: 1, isLiteral: false });
    for (const kind of term?.[sight] ? [] : index.thesaurus.concepts[concept]!.broader)
      offer(slot, index.terms.get(conceptTerm(kind)), sight, kindWorth);
    if (slot.alternatives.size === 0) return [];
    const rarity = index.idf(term?.[sight] || 1, sight) / index.idf(0.5, sight);
    const share = conceptShare / (1 + place * lessEach);
    // What nothing here is for leaves its weight to the next.
    if (term?.[sight]) place += 1;
    most = Math.min(most, share * Math.sqrt(rarity));
    // Who asks for something like a service wants what is mainly for the first of it.
    return [{ ...(place <= 1 ? focused(index, slot, sight) : slot), weight: most }];
  });
}

/** Whether something does what a slot asks, and not only what is near it. */
const isDone = ({ alternatives }: Slot): boolean =>
  [...alternatives.values()].some(({ cover }) => cover > worth.related.cover);

/** What the service is about: its tags and concepts, else its rare words, each with its share. */
function weighSubjects(index: Index, { docs }: Model, sight: Sight) {
  const models = docs.slice(0, mostModels);
  const shares = new Map<Term, number>();
  const add = (term: Term, share: number) => {
    shares.set(term, (shares.get(term) ?? 0) + share);
  };
  for (const doc of models) {
    for (const { term, share } of index.getSubjects(doc)) {
      if (index.tags.get(term.name.slice(2))?.isApproval) continue;
      add(term, (isTagTerm(term.name) ? 1 : share) / models.length);
    }
  }
  if (shares.size > 0) return shares;
  const words = models.flatMap((doc) => index.wordsOf(doc));
  const rare = tokens(words.join(' '))
    .filter((token) => !saysNothing(token))
    .flatMap(({ stem }) => index.terms.get(stem) ?? [])
    .filter((term) => term[sight] > 1)
    .sort((a, b) => a[sight] - b[sight]);
  for (const term of [...new Set(rare)].slice(0, rareWords)) add(term, 1);
  return shares;
}

/** What a wish says in a word that says little elsewhere. */
const saidShortly: readonly (readonly [RegExp, string])[] = [
  [/(?<!\S)(?:free|бесплатн\S*)(?!\S)/gu, 'no payment'],
  [/(?<!\S)(?:open(?! source)|открыт\S*(?! (?:исходн|код)))(?!\S)/gu, 'open source'],
];

/** The rest of the text as a query; empty when nothing is wished. */
function wishOf(rest: readonly Token[]): string {
  const said = rest.map(({ word }) => word).join(' ');
  const wish = saidShortly.reduce((text, [short, long]) => text.replace(short, long), said);
  return wish === said && rest.every(saysNothing) ? '' : wish;
}

/** The rest of the text as slots that weigh their share of what the service makes. */
function wishSlots(
  index: Index,
  rest: readonly Token[],
  { main, likeness }: { main: readonly Slot[]; likeness: number },
  sight: Sight,
): Slot[] {
  const wish = wishOf(rest);
  if (wish === '') return [];
  const slots = read(index, wish, { sight, isExact: false, endsOpen: false }).slots;
  const held = slots.filter(({ alternatives }) => alternatives.size > 0);
  const most = rest.every(saysNothing) ? freeShare : wishShare;
  const share = likeness > 0 ? (most * likeness) / totalOf(held) : 1;
  const near = main
    .flatMap(({ alternatives }) => [...alternatives.values()])
    .filter(({ cover }) => cover > worth.related.cover)
    .map(({ term }) => term);
  return held.map((slot) => ({
    ...(near.length > 0 ? onlyOf(slot, near) : slot),
    weight: slot.weight * share,
  }));
}

/** The slot for the items alone that hold one of the terms: a wish alone is no likeness. */
function onlyOf(slot: Slot, terms: readonly Term[]): Slot {
  const docs = new Set(terms.flatMap((term) => [...term.held()]));
  const kept = [...slot.alternatives.values()].map((alternative): Alternative => {
    const term = new Term(-1, alternative.term.name);
    for (const posting of alternative.term.postings()) {
      if (docs.has(docOf(posting))) term.push(posting);
    }
    return { ...alternative, term };
  });
  return { ...slot, alternatives: new Map(kept.map((one) => [one.term, one])) };
}

const totalOf = (slots: readonly Slot[]): number =>
  slots.reduce((sum, { weight }) => sum + weight, 0);

/** Reads a text that asks for something like a service; null when it does not. */
export function readLikeness(index: Index, text: string, sight: Sight): Likeness | null {
  const asked = readSimilarityIntent(index, text, sight);
  if (!asked) return null;
  const { model, typed, rest } = asked;
  const found = likenessSlots(index, model, rest, sight);
  if (found.slots.length === 0) return null;
  const without = new Set([...model.docs, ...index.namedFrom(model.name)]);
  return { name: index.thesaurus.names.written.get(model.name) ?? typed, ...found, without };
}

/** What is near an item that is there; null for one that is not seen or of which nothing is known. */
export function likenessOf(index: Index, doc: number, sight: Sight): Likeness | null {
  if (!index.isSeen(doc, sight)) return null;
  const name = index.nameOf(doc);
  const found = likenessSlots(index, { name, docs: [doc] }, [], sight);
  const without = new Set([doc, ...index.named(name)]);
  return found.slots.length > 0 ? { name, ...found, without } : null;
}

/** The traits of a service, the weightiest first, and the rest of the text. */
function likenessSlots(
  index: Index,
  model: Model,
  rest: readonly Token[],
  sight: Sight,
): Pick<Likeness, 'slots' | 'part' | 'isSure'> {
  const most = index.counts[sight] * commonShare;
  const own = index.thesaurus.names.conceptsOfTitle(model.name) ?? [];
  const does = purposes(index.thesaurus, own);
  const knownOf = knownSlots(index, does, sight);
  const slots = [...knownOf];
  const main = knownOf.slice(0, Math.min(mainTraits, own.length));
  const isSure =
    own.length === 0 || (knownOf[0]?.word === conceptTerm(own[0]!) && isDone(knownOf[0]));
  const known = new Set(does.map((concept) => index.terms.get(conceptTerm(concept))));
  for (const [term, share] of weighSubjects(index, model, sight)) {
    const count = term[sight];
    if (count === 0 || count > most || known.has(term)) continue;
    const slot = emptySlot(term.name, false);
    offer(slot, term, sight, { score: 1, cover: 1, isLiteral: false });
    const rarity = index.idf(count, sight) / index.idf(0.5, sight);
    slots.push({ ...slot, weight: Math.min(conceptShare, share) * rarity });
  }
  slots.sort((a, b) => b.weight - a.weight).splice(mostTraits);
  const likeness = totalOf(slots);
  slots.push(...wishSlots(index, rest, { main, likeness }, sight));
  return { slots, part: likeness / totalOf(slots), isSure };
}

/** The well-known service that the whole text names, when none that is seen is called so. */
export function missingName(index: Index, text: string, sight: Sight): string | null {
  const key = nameKey(tokens(text));
  const name = index.thesaurus.names.byEar(key) ?? key;
  const isThere = [name, key].some(
    (form) =>
      (index.terms.get(stemOf(form))?.[sight] ?? 0) > 0 ||
      index.named(form).some((doc) => index.isSeen(doc, sight)),
  );
  return index.thesaurus.names.has(name) && !isThere ? name : null;
}
