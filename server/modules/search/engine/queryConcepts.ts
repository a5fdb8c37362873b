// Concepts of a query: what its words say together, offered to the clauses of those words, and which of them are constraints or no
// work at all.
import { readLists } from '../vocabulary/words/readWords.ts';
import { asksNothing, contextWords, type Token } from './tokenizer.ts';
import type { IndexView } from './indexView.ts';
import { offerConcept, type Clause } from './queryClauses.ts';
import { ranking } from './rankingConstants.ts';

/** A concept that the query says. */
interface SaidConcept {
  concept: number;
  id: string;
  /** True when items hold it. */
  isHeld: boolean;
  /** True when it is said by what it is without. */
  isDenial: boolean;
  /** The clauses of the words by which it is said. */
  clauses: readonly Clause[];
}

/** Kind of a query, by all of its words. */
export interface QueryKind {
  /** It is no work that anything here says, and no other task: only what surely covers the rest answers. */
  isBeyondWork: boolean;
  /** It says nothing of a task: what its words find by chance answers nothing surely, only a name does. */
  isVague: boolean;
}

const constraints = readLists('words.txt')('constraints');
/** True for a property that a service should have besides its task, such as free. */
export const isConstraint = (id: string): boolean => constraints.includes(id);

function saidConcepts(
  all: readonly Token[],
  words: readonly Token[],
  clauses: readonly Clause[],
  view: IndexView,
): SaidConcept[] {
  const { thesaurus } = view.index;
  return (
    thesaurus
      .mentions(all)
      // No concept says a circumstance alone: «дай» has the root of DAU, «эх» that of an echo.
      .filter(({ places }) => places.length > 1 || !contextWords.has(all[places[0]!]!.word))
      .map(({ concept, places }) => ({
        concept,
        id: thesaurus.concepts[concept]!.id,
        isDenial: all[places[0]!]!.sense === '-',
        isHeld: view.count(view.conceptTerm(concept)) > 0,
        clauses: places.flatMap((place) => clauses[words.indexOf(all[place]!)] ?? []),
      }))
  );
}

const clausesOf = (said: readonly SaidConcept[]): Set<Clause> =>
  new Set(said.flatMap(({ clauses }) => clauses));

/** The clauses of concepts that are said in several words. */
const phraseClauses = (said: readonly SaidConcept[]): Set<Clause> =>
  clausesOf(said.filter(({ clauses }) => clauses.length > 1));

/** Softens what only says what a service should be, where something else asks for a task: "text to speech, no subscription". */
function softenConstraints(held: readonly SaidConcept[]): void {
  const asked = clausesOf(held.filter(({ id }) => !isConstraint(id)));
  if (![...asked].some(({ isSoft }) => !isSoft)) return;
  for (const clause of clausesOf(held.filter(({ id }) => isConstraint(id))))
    if (!asked.has(clause)) clause.isSoft = true;
}

/**
 * Leaves no answer to what is no work, and nothing here says, in parts either: borscht is none in a cookbook of code. A lore bible
 * is work. Answers whether nothing else is asked.
 */
function refuseBeyondWork(
  said: readonly SaidConcept[],
  inPhrases: ReadonlySet<Clause>,
  view: IndexView,
): boolean {
  const isBeyond = ({ concept }: SaidConcept): boolean =>
    view.index.thesaurus.isBeyondWork(concept);
  const inWork = phraseClauses(said.filter((one) => !isBeyond(one)));
  const beyond = said.filter(
    (one) => !one.isHeld && isBeyond(one) && !one.clauses.every((clause) => inWork.has(clause)),
  );
  const refused = new Set([...clausesOf(beyond)].filter((clause) => !inPhrases.has(clause)));
  for (const { alternatives } of refused) alternatives.clear();
  const isTask = ({ isHeld, clauses }: SaidConcept): boolean =>
    isHeld && clauses.some((clause) => !refused.has(clause));
  return beyond.length > 0 && !said.some(isTask);
}

/** Lowers the cover of literal matches in a phrase: a game is no answer to "bugs in a game", nor Google Sheets to "sprite sheets". */
function lowerLiteralCover({ alternatives }: Clause): void {
  for (const one of alternatives.values())
    if (one.isLiteral) one.cover = Math.min(one.cover, ranking.phrasePartCover);
}

/**
 * Offers the clauses of a query what its words say together.
 * @param all the words of the query
 * @param words those with a clause, in the order of the clauses
 */
export function readConcepts(
  all: readonly Token[],
  words: readonly Token[],
  clauses: readonly Clause[],
  view: IndexView,
): QueryKind {
  const said = saidConcepts(all, words, clauses, view);
  const held = said.filter(({ isHeld }) => isHeld);
  const inPhrases = phraseClauses(held);
  // "Buy a flat" is known, and nothing here is for it: "buy" and "flat" by themselves do not answer it.
  const unanswered = phraseClauses(said.filter(({ isHeld }) => !isHeld));
  for (const { concept, isDenial, isHeld, clauses: saying } of said) {
    const isPhrase = saying.length > 1;
    for (const clause of saying) {
      const share = !isPhrase && unanswered.has(clause) ? ranking.phrasePartShare : 1;
      // Nor does a drawing, or a meeting, answer a draw call surely where something is for that.
      const cover =
        !isPhrase && inPhrases.has(clause) ? Math.min(share, ranking.phrasePartCover) : share;
      offerConcept(clause, concept, view, share, cover);
      if (!isHeld) continue;
      // Said in a phrase, what is denied or goes without saying means something: "no code", "game engine", "meeting minutes".
      if (isDenial || isPhrase) clause.isSoft = false;
      if (!isPhrase) continue;
      const count = view.count(view.conceptTerm(concept));
      clause.heldByPhrase = Math.min(clause.heldByPhrase ?? Infinity, count);
      if (!isDenial) lowerLiteralCover(clause);
    }
  }
  softenConstraints(held);
  for (const clause of unanswered) lowerLiteralCover(clause);
  const isIdle = (token: Token): boolean =>
    asksNothing(token) && !view.index.customVocabulary.knows(token.stem);
  return {
    isBeyondWork: refuseBeyondWork(said, inPhrases, view),
    isVague: said.length === 0 && all.every(isIdle),
  };
}
