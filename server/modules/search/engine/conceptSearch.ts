// Concept search: services whose main purpose is a concept that is asked for without words, as by a task of the wizard.
import type { Posting, Subject, Term } from './invertedIndex.ts';
import type { IndexView } from './indexView.ts';
import { Clause, conceptClause } from './queryClauses.ts';
import { customConceptTermOf } from './synonyms.ts';
import { ranking } from './rankingConstants.ts';
import { conceptOf } from './searchDocument.ts';

/** A clause for each concept that is asked for by its id; null when one of them is not known. */
export function conceptClauses(view: IndexView, ids: readonly string[] = []): Clause[] | null {
  const { thesaurus, customVocabulary } = view.index;
  const clauses = ids.map((id) => {
    const isInThesaurus = thesaurus.concepts.has(id);
    const custom = customVocabulary.concept(id);
    const clause = isInThesaurus ? conceptClause(view, id) : new Clause(view, id);
    if (custom) clause.offer(customConceptTermOf(custom, view), ranking.worth.itself);
    for (const kind of customVocabulary.concepts.filter(({ broader }) => broader === id))
      clause.offer(customConceptTermOf(kind, view), ranking.worth.narrower);
    return isInThesaurus || custom ? clause.weigh() : null;
  });
  return clauses.every((clause) => clause !== null) ? clauses : null;
}

/** Impact of a concept on an item: full for the main purpose, less for further purposes. */
const focusedImpact = (impact: number, share: number): number =>
  Math.round(
    (impact + (ranking.maxImpact - impact) * share) * (1 - ranking.lessBeside * (1 - share)),
  );

export const isMainPurpose = ({ impact, share }: Subject): boolean =>
  focusedImpact(impact, share / ranking.maxImpact) >= ranking.mainPurpose * ranking.maxImpact;

/** True for a custom concept of admins. */
export const isCustom = ({ name }: Term): boolean => conceptOf(name) === null;

/** The clause by how much of each item its concepts are. @param shareOf from 0 to 1 */
export const focused = (
  clause: Clause,
  shareOf = ({ share }: Posting): number => share / ranking.maxImpact,
): Clause =>
  clause.withPostings((term) =>
    isCustom(term)
      ? term.postings
      : term.postings.map((posting) => ({
          ...posting,
          impact: focusedImpact(posting.impact, shareOf(posting)),
        })),
  );

/** The documents for which a concept is at least so much of what they are. */
function docsFor(view: IndexView, { alternatives }: Clause, least: number): Set<number> {
  const postings = [...alternatives.keys()].flatMap((term) =>
    isCustom(term)
      ? term.postings
      : term.postings.filter(({ impact }) => impact >= least * ranking.maxImpact),
  );
  return new Set(postings.map(({ doc }) => doc).filter((doc) => view.isSeen(doc)));
}

/**
 * The clauses of concepts by how much a service is for them. The first, which says what is to be done, must be the main purpose;
 * the others only narrow that. Where few are mainly for it, those that do it besides stay too; where none is, all that mention it.
 */
export function conceptSearch(
  view: IndexView,
  clauses: readonly Clause[],
): { clauses: Clause[]; areMain: boolean } {
  const [first, ...others] = clauses.map((clause) => focused(clause));
  if (!first) return { clauses: [], areMain: false };
  const main = docsFor(view, first, ranking.mainPurpose);
  if (main.size === 0) return { clauses: [first, ...others], areMain: false };
  const isChoice = main.size >= ranking.enoughChoice;
  const docs = isChoice ? main : docsFor(view, first, ranking.sidePurpose);
  const kept = first.withPostings(({ postings }) => postings.filter(({ doc }) => docs.has(doc)));
  return { clauses: [kept, ...others], areMain: true };
}
