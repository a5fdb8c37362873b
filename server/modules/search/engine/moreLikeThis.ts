// More like this: services that may stand in the place of a named one; the rest of the text orders them.
import { readLists } from '../vocabulary/words/readWords.ts';
import { isFiller, nameKey, stemOf, tokens, type Token } from './tokenizer.ts';
import { readSimilarityIntent, type NamedService } from './similarityIntent.ts';
import { focused, withPostings } from './conceptSearch.ts';
import type { Term } from './invertedIndex.ts';
import type { IndexView } from './indexView.ts';
import { parseQuery } from './queryParser.ts';
import { emptyClause, offer, offerConcept, type Clause } from './queryClauses.ts';
import { ranking } from './rankingConstants.ts';
import { conceptTerm, isTagTerm } from './searchDocument.ts';

/** What is like a service. */
export interface Likeness {
  name: string;
  clauses: Clause[];
  /** How much of their weight is likeness; the rest is what is asked besides. */
  part: number;
  /** The service itself is left out. */
  without: ReadonlySet<number>;
  /** Something here does what the service is for first, or what that is a kind of. */
  isSure: boolean;
}

const mostItems = 8;
const mostTraits = 12;
/** The rest of the text orders what does one of so many first things that the service is known for. */
const mainTraits = 3;

/** Short words for a constraint, each with a phrase that says it everywhere. */
const constraintPhrases = readLists('asking.txt')('constraint phrases').map((line) => {
  const [short = '', phrase = ''] = line.split(' => ');
  return { short: new RegExp(`(?<!\\S)(?:${short})(?!\\S)`, 'gu'), phrase };
});

/** How much of what an item is a concept is beside its strongest one, 0 to 1. */
function shareBesideStrongest({ index }: IndexView, doc: number, { name }: Term): number {
  const concepts = index.documents[doc]!.subjects.filter(({ term }) => !isTagTerm(term.name));
  const own = concepts.find(({ term }) => term.name === name)?.impact ?? 0;
  const most = concepts.reduce((best, { impact }) => Math.max(best, impact), 1);
  /** The weight of which a saturated impact was made. */
  const unsaturated = (impact: number): number => impact / (ranking.maxImpact - impact + 0.5);
  return unsaturated(own) / unsaturated(most);
}

/** Clauses of what a service is known for: the first weighs most; kinds and neighbours of it serve too. */
function purposeClauses(view: IndexView, purposes: readonly number[]): Clause[] {
  let most = Infinity;
  let place = 0;
  return purposes.flatMap((concept) => {
    const term = view.conceptTerm(concept);
    const count = view.count(term);
    const clause = emptyClause(conceptTerm(concept));
    offerConcept(clause, concept, view, 1);
    offer(clause, term, view, ranking.worth.itself);
    const standIns = count > 0 ? [] : view.index.thesaurus.concepts[concept]!.broader;
    for (const one of standIns) offer(clause, view.conceptTerm(one), view, ranking.broaderStandIn);
    if (clause.alternatives.size === 0) return [];
    const share = ranking.likenessWeight / (1 + place * ranking.lessEachPurpose);
    // What nothing here is for leaves its weight to the next.
    if (count > 0) place += 1;
    most = Math.min(most, share * Math.sqrt(view.rarity(count || 1)));
    return [
      { ...(place <= 1 ? focused(view, clause, shareBesideStrongest) : clause), weight: most },
    ];
  });
}

/** What the service is about: its tags and concepts, each with its share. */
function subjectsOf(view: IndexView, { docs }: NamedService): Map<Term, number> {
  const { index } = view;
  const items = docs.slice(0, mostItems).map((doc) => index.documents[doc]!);
  const shares = new Map<Term, number>();
  for (const { term, impact } of items.flatMap(({ subjects }) => subjects)) {
    if (index.tags.get(term.name.slice(2))?.isApproval) continue;
    const part = (isTagTerm(term.name) ? 1 : impact / ranking.maxImpact) / items.length;
    shares.set(term, (shares.get(term) ?? 0) + part);
  }
  return shares;
}

/** Whether something does what a clause asks, and not only what is near it. */
const isDone = (cover: number): boolean => cover > ranking.worth.related.cover;

const weightOf = (clauses: readonly Clause[]): number =>
  clauses.reduce((sum, { weight }) => sum + weight, 0);

/** The rest of the text as clauses that weigh their share of what the service makes. */
function restClauses(
  view: IndexView,
  rest: readonly Token[],
  { main, likeness }: { main: readonly Clause[]; likeness: number },
): Clause[] {
  const said = rest.map(({ word }) => word).join(' ');
  const text = constraintPhrases.reduce(
    (all, { short, phrase }) => all.replace(short, phrase),
    said,
  );
  const isConstraint = rest.every(isFiller);
  if (isConstraint && text === said) return [];
  const { clauses } = parseQuery(view, text, { endsOpen: false });
  const held = clauses.filter(({ alternatives }) => alternatives.size > 0);
  const most = isConstraint ? ranking.constraintShare : ranking.restShare;
  const share = likeness > 0 ? (most * likeness) / weightOf(held) : 1;
  const near = main
    .flatMap(({ alternatives }) => [...alternatives.values()])
    .filter(({ cover }) => isDone(cover));
  const docs = new Set(near.flatMap(({ term }) => term.postings.map(({ doc }) => doc)));
  // The rest alone is no likeness.
  const limited = (clause: Clause): Clause =>
    near.length === 0
      ? clause
      : withPostings(clause, ({ term }) => term.postings.filter(({ doc }) => docs.has(doc)));
  return held.map((clause) => ({ ...limited(clause), weight: clause.weight * share }));
}

/** The traits of a service, the weightiest first, and the rest of the text. */
function likenessOf(
  view: IndexView,
  service: NamedService,
  rest: readonly Token[] = [],
): Pick<Likeness, 'clauses' | 'part' | 'isSure'> | null {
  const { thesaurus } = view.index;
  const own = thesaurus.names.conceptsOfTitle(service.name) ?? [];
  const broader = own.slice(0, 1).flatMap((main) => thesaurus.concepts[main]!.broader);
  const purposes = [...new Set([...own, ...broader])];
  const known = purposeClauses(view, purposes);
  const clauses = [...known];
  const [first] = known;
  const isSure =
    own.length === 0 ||
    (first?.word === conceptTerm(own[0]!) &&
      [...first.alternatives.values()].some(({ cover }) => isDone(cover)));
  const knownTerms = new Set(purposes.map((concept) => view.conceptTerm(concept)));
  const most = view.count(view.index.counts) * ranking.commonShare;
  for (const [term, share] of subjectsOf(view, service)) {
    const count = view.count(term);
    if (count === 0 || count > most || knownTerms.has(term)) continue;
    const clause = emptyClause(term.name);
    offer(clause, term, view, ranking.worth.itself);
    clauses.push({
      ...clause,
      weight: Math.min(ranking.likenessWeight, share) * view.rarity(count),
    });
  }
  clauses.sort((a, b) => b.weight - a.weight).splice(mostTraits);
  const likeness = weightOf(clauses);
  const main = known.slice(0, Math.min(mainTraits, own.length));
  clauses.push(...restClauses(view, rest, { main, likeness }));
  return clauses.length > 0 ? { clauses, part: likeness / weightOf(clauses), isSure } : null;
}

/** Reads a text that asks for something like a service; null when it does not. */
export function readLikeness(view: IndexView, text: string): Likeness | null {
  const asked = readSimilarityIntent(view, text);
  const found = asked && likenessOf(view, asked.service, asked.rest);
  if (!found) return null;
  const { name, docs } = asked.service;
  const without = new Set([...docs, ...view.namedFrom(name)]);
  return { name: view.index.thesaurus.names.written.get(name) ?? asked.typed, ...found, without };
}

/** What is like an item that is there; null for one that is not seen or of which nothing is known. */
export function likenessOfItem(view: IndexView, doc: number): Likeness | null {
  if (!view.isSeen(doc)) return null;
  const name = view.index.documents[doc]!.nameKeys[0] ?? '';
  const found = likenessOf(view, { name, docs: [doc] });
  return found && { name, ...found, without: new Set([doc, ...view.named(name)]) };
}

/** The well-known service that the whole text names, when none that is seen is called so. */
export function missingName(view: IndexView, text: string): string | null {
  const key = nameKey(tokens(text));
  const { names } = view.index.thesaurus;
  const name = names.byEar(key) ?? key;
  const isThere = [name, key].some(
    (form) => view.count(view.index.terms.get(stemOf(form))) > 0 || view.named(form).length > 0,
  );
  return names.has(name) && !isThere ? name : null;
}
