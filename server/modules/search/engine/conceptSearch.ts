// Concept search: services whose main purpose is a concept that is asked for without words, as by a task of the wizard.
import { impactIn, type Posting, type Subject, type Term } from './invertedIndex.ts';
import type { IndexView } from './indexView.ts';
import { conceptClause, type Alternative, type Clause } from './queryClauses.ts';
import { customClause, widen } from './synonyms.ts';
import { ranking } from './rankingConstants.ts';
import { conceptOf } from './searchDocument.ts';

/** A clause for each concept that is asked for by its id; null when one of them is not known. */
export function conceptClauses(view: IndexView, ids: readonly string[] = []): Clause[] | null {
  const { thesaurus } = view.index;
  const clauses = ids.map((id) => {
    const place = thesaurus.places.get(id);
    if (place === undefined) return customClause(id, view);
    const clause = conceptClause(place, view);
    widen(clause, id, view);
    return clause;
  });
  return clauses.every((clause) => clause !== null) ? clauses : null;
}

/** What an item is counts in full, however little it says of it; what it does besides counts less. */
const focusedImpact = (impact: number, share: number): number =>
  Math.round(
    (impact + (ranking.maxImpact - impact) * share) * (1 - ranking.lessBeside * (1 - share)),
  );

/** Whether an item, so much of which a concept is, is mainly for that concept. */
export const isMainPurpose = (doc: number, { term, impact }: Subject): boolean =>
  focusedImpact(impactIn(term, doc), impact / ranking.maxImpact) >=
  ranking.mainPurpose * ranking.maxImpact;

/** Whether admins made it: it is found as they said. */
export const isCustom = ({ name }: Term): boolean => conceptOf(name) === null;

/** The clause with other postings of its terms. */
export function withPostings(
  clause: Clause,
  change: (alternative: Alternative) => readonly Posting[],
): Clause {
  const changed = [...clause.alternatives.values()].map((one) => ({
    ...one,
    term: { ...one.term, postings: change(one) },
  }));
  return { ...clause, alternatives: new Map(changed.map((one) => [one.term, one])) };
}

/** The clause by how much of each item its concepts are. @param shareOf from 0 to 1 */
export function focused(
  clause: Clause,
  shareOf = ({ share }: Posting): number => share / ranking.maxImpact,
): Clause {
  return withPostings(clause, ({ term }) =>
    isCustom(term)
      ? term.postings
      : term.postings.map((posting) => ({
          doc: posting.doc,
          impact: focusedImpact(posting.impact, shareOf(posting)),
          isInTitle: posting.isInTitle,
          share: posting.share,
        })),
  );
}

/** The documents whose main purpose it is; where those are few, also those that do it besides. */
function mainDocs(view: IndexView, { alternatives }: Clause): Set<number> {
  const docsFrom = (least: number): Set<number> =>
    new Set(
      [...alternatives.keys()].flatMap((term) =>
        term.postings
          .filter(
            ({ doc, impact }) =>
              view.isSeen(doc) && (isCustom(term) || impact >= least * ranking.maxImpact),
          )
          .map(({ doc }) => doc),
      ),
    );
  const main = docsFrom(ranking.mainPurpose);
  return main.size > 0 && main.size < ranking.enoughChoice ? docsFrom(ranking.sidePurpose) : main;
}

/**
 * The clauses of concepts by how much a service is for them. The first, which says what is to be done, must be the main purpose;
 * the others only narrow that. Where it is of none, all that mention it stay.
 */
export function conceptSearch(
  view: IndexView,
  clauses: readonly Clause[],
): { clauses: Clause[]; areMain: boolean } {
  const [first, ...others] = clauses.map((clause) => focused(clause));
  if (!first) return { clauses: [], areMain: false };
  const main = mainDocs(view, first);
  if (main.size === 0) return { clauses: [first, ...others], areMain: false };
  const kept = withPostings(first, ({ term }) => term.postings.filter(({ doc }) => main.has(doc)));
  return { clauses: [kept, ...others], areMain: true };
}
