// Concepts of a query: what its words say together, offered to the clauses of those words, and which of them are constraints,
// subjects or no work at all.
import { readLists } from '../vocabulary/words/readWords.ts';
import {
  asksNothing,
  contextWords,
  isContextWord,
  isFiller,
  isUnderstood,
  type Token,
} from './tokenizer.ts';
import type { IndexView } from './indexView.ts';
import { offerConcept, type Clause } from './queryClauses.ts';
import { ranking } from './rankingConstants.ts';

/** A concept that the query says. */
interface SaidConcept {
  concept: number;
  id: string;
  /** Whether items hold it. */
  isHeld: boolean;
  /** Whether it is said by what it is without. */
  isDenial: boolean;
  /** The clauses of the words by which it is said. */
  clauses: readonly Clause[];
}

/** What the words of a query say of all of it. */
export interface QueryKind {
  /** It is no work that anything here says, and no other task: only what surely covers the rest answers. */
  isBeyondWork: boolean;
  /** It says nothing of a task: what its words find by chance answers nothing surely, only a name does. */
  isVague: boolean;
}

const listOf = readLists('words.txt');
const constraints = listOf('constraints');
const constraintsWithout = listOf('constraints without');

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

/** Makes clauses soft where something else of what items hold asks for a task. */
function softenBesideTask(aside: readonly Clause[], held: readonly SaidConcept[]): void {
  const isTask = [...clausesOf(held)].some((clause) => !clause.isSoft && !aside.includes(clause));
  if (isTask) for (const clause of aside) clause.isSoft = true;
}

/** Softens what only says what a service should be: "text to speech, no subscription". */
function softenConstraints(held: readonly SaidConcept[]): void {
  const isConstraint = ({ id, isDenial }: SaidConcept): boolean =>
    constraints.includes(id) || (isDenial && constraintsWithout.includes(id));
  const asked = clausesOf(held.filter((one) => !isConstraint(one)));
  const aside = [...clausesOf(held.filter(isConstraint))].filter((clause) => !asked.has(clause));
  softenBesideTask(aside, held);
}

/** Marks what only names a subject, in no phrase of the field: it is drawn where nothing else is asked. */
function markSubjects(
  said: readonly SaidConcept[],
  held: readonly SaidConcept[],
  view: IndexView,
): void {
  const inPhrases = phraseClauses(held);
  const named = said.filter(({ concept }) => view.index.thesaurus.isOnlyAsked(concept));
  const subjects = [...clausesOf(named)].filter((one) => !one.isSoft && !inPhrases.has(one));
  for (const clause of subjects) clause.isSubject = true;
  softenBesideTask(subjects, held);
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

/** Who says a word of a phrase does not say what the phrase asks: a game no bugs in a game, Google Sheets no sprite sheets. */
function lowerLiteralCover({ alternatives }: Clause): void {
  for (const one of alternatives.values())
    if (one.isLiteral) one.cover = Math.min(one.cover, ranking.phrasePartCover);
}

/** Who says a word of a subject answers it no better than what draws it: a story of a castle makes none. */
function lowerSubject({ isSubject, alternatives }: Clause): void {
  if (!isSubject) return;
  for (const one of alternatives.values())
    if (one.isLiteral) one.score = Math.min(one.score, ranking.worth.broader.score);
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
  markSubjects(said, held, view);
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
      const meansMore = isUnderstood(clause.word) || isContextWord(clause.word);
      if (isDenial || (isPhrase && meansMore)) clause.isSoft = false;
      if (!isPhrase) continue;
      const count = view.count(view.conceptTerm(concept));
      clause.heldByPhrase = Math.min(clause.heldByPhrase ?? Infinity, count);
      if (!isDenial) lowerLiteralCover(clause);
    }
  }
  softenConstraints(held);
  for (const clause of unanswered) lowerLiteralCover(clause);
  for (const clause of clauses) lowerSubject(clause);
  const isIdle = (token: Token): boolean =>
    (isFiller(token) || asksNothing(token.word)) && !view.index.customVocabulary.knows(token.stem);
  return {
    isBeyondWork: refuseBeyondWork(said, inPhrases, view),
    isVague: said.length === 0 && all.every(isIdle),
  };
}
