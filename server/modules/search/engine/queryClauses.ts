// Query expansion: a clause for every word of a query, with the terms that would satisfy it and what each is worth.
import { highlightsOf } from './searchDocument.ts';
import type { IndexView } from './indexView.ts';
import type { Term } from './invertedIndex.ts';
import { ranking } from './rankingConstants.ts';

/** One way to satisfy a clause. */
export interface Alternative {
  term: Term;
  /** Weight: 1 for the word itself. */
  score: number;
  /** Share of the word's meaning that it covers. */
  cover: number;
  /** The word itself, in some form: names are found by these. */
  isLiteral: boolean;
}

export interface Clause {
  word: string;
  /** Weight of the word by its document frequency: rare words weigh more. */
  weight: number;
  /** It orders what is found, and neither admits nor shuts out an item. */
  isSoft: boolean;
  /** Document frequency of the rarest concept that it says in a phrase; null for a word alone. */
  heldByPhrase: number | null;
  alternatives: Map<Term, Alternative>;
}

/** The names of the terms of a query, each with what it is worth. */
export type TermWorth = ReadonlyMap<string, number>;

export const emptyClause = (word: string, isSoft = false): Clause => ({
  word,
  weight: 0,
  isSoft,
  heldByPhrase: null,
  alternatives: new Map(),
});

/** Adds a way to satisfy the clause, or strengthens the one that is there; a term that nobody sees is none. */
export function offer(
  { alternatives }: Clause,
  term: Term | undefined,
  view: IndexView,
  { score, cover, isLiteral = false }: { score: number; cover: number; isLiteral?: boolean },
): void {
  if (!term || view.count(term) === 0) return;
  const known = alternatives.get(term);
  alternatives.set(term, {
    term,
    score: Math.max(score, known?.score ?? 0),
    cover: Math.max(cover, known?.cover ?? 0),
    isLiteral: isLiteral || (known?.isLiteral ?? false),
  });
}

/**
 * Adds a concept with those around it.
 * @param share of what they are worth
 * @param coverShare of what they cover, where it is another
 */
export function offerConcept(
  clause: Clause,
  concept: number,
  view: IndexView,
  share: number,
  coverShare = share,
): void {
  const add = (some: readonly number[], { score, cover }: { score: number; cover: number }) => {
    for (const one of some)
      offer(clause, view.conceptTerm(one), view, {
        score: score * share,
        cover: cover * coverShare,
      });
  };
  const { narrower, narrowest, broader, related } = view.index.thesaurus.around(concept);
  add([concept], ranking.worth.concept);
  add(narrower, ranking.worth.narrower);
  add(narrowest, ranking.worth.narrowest);
  add(broader, ranking.worth.broader);
  add(related, ranking.worth.related);
}

/** A clause that only a concept, and what is narrower, satisfies. */
export function conceptClause(concept: number, view: IndexView): Clause {
  const { id, narrower, narrowest } = view.index.thesaurus.around(concept);
  const clause = emptyClause(id);
  offer(clause, view.conceptTerm(concept), view, ranking.worth.itself);
  for (const one of narrower) offer(clause, view.conceptTerm(one), view, ranking.worth.narrower);
  for (const one of narrowest) offer(clause, view.conceptTerm(one), view, ranking.worth.narrowest);
  weigh(clause, view);
  return clause;
}

/** Weighs the clause by the rarity of its word, and of what says the same. */
export function weigh(clause: Clause, view: IndexView): void {
  const same = [...clause.alternatives.values()].filter(({ cover }) => cover >= ranking.sameCover);
  const most = Math.max(0, ...same.map(({ term }) => view.count(term)));
  const weight = Math.max(
    most > 0 ? Math.max(ranking.minWeight, view.rarity(most)) : ranking.unknownWeight,
    // "Text to speech" is rarer than "text": its words together say what the concept says.
    clause.heldByPhrase === null ? 0 : view.rarity(clause.heldByPhrase),
  );
  clause.weight = clause.isSoft ? weight * ranking.softShare : weight;
}

/**
 * The terms to highlight in what is found; and those that cover too little, by which something is found all the same. A word itself
 * is highlighted, however little it says, as inside a phrase.
 */
export function highlightsIn(clauses: readonly Clause[]): { marked: TermWorth; nearby: TermWorth } {
  const [marked, nearby] = [new Map<string, number>(), new Map<string, number>()];
  for (const { alternatives } of clauses)
    for (const { term, score, cover, isLiteral } of alternatives.values()) {
      const found = isLiteral || cover >= ranking.highlightCover ? marked : nearby;
      for (const name of highlightsOf(term.name))
        found.set(name, Math.max(score, found.get(name) ?? 0));
    }
  return { marked, nearby };
}
