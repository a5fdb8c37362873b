// Concepts of a query: what its words say together, offered to the clauses of those words, and which of them are constraints or no
// work at all.
import { asksNothing, type Token } from './tokenizer.ts';
import type { IndexView } from './indexView.ts';
import type { Clause, ParsedQuery } from './queryClauses.ts';
import { ranking } from './rankingConstants.ts';
import type { Concept } from './thesaurus.ts';

/** A concept that the query says. */
interface SaidConcept {
  concept: Concept;
  /** How many items hold it. */
  count: number;
  /** It is said by what it is without. */
  isDenial: boolean;
  /** The clauses of the words by which it is said. */
  clauses: readonly Clause[];
}

function saidConcepts(
  view: IndexView,
  all: readonly Token[],
  clauseOf: ReadonlyMap<Token, Clause>,
): SaidConcept[] {
  const { thesaurus } = view.index;
  return thesaurus.mentions(all).flatMap(({ concept, places }) => {
    const words = places.map((place) => all[place]!);
    return {
      concept: thesaurus.concepts.get(concept)!,
      count: view.count(view.conceptTerm(concept)),
      isDenial: words[0]!.sense === '-',
      clauses: words.flatMap((word) => clauseOf.get(word) ?? []),
    };
  });
}

const clausesOf = (said: readonly SaidConcept[]): Set<Clause> =>
  new Set(said.flatMap(({ clauses }) => clauses));

const isPhrase = ({ clauses }: SaidConcept): boolean => clauses.length > 1;
const isHeld = ({ count }: SaidConcept): boolean => count > 0;

/** Softens what only says what a service should be, where something else asks for a task: "text to speech, no subscription". */
function softenConstraints(held: readonly SaidConcept[]): void {
  const asked = clausesOf(held.filter(({ concept }) => !concept.isConstraint));
  if ([...asked].every(({ isSoft }) => isSoft)) return;
  for (const clause of clausesOf(held.filter(({ concept }) => concept.isConstraint)))
    if (!asked.has(clause)) clause.isSoft = true;
}

/**
 * Leaves no answer to what is no work, and nothing here says, in parts either: borscht is none in a cookbook of code. A lore bible
 * is work. Answers whether nothing else is asked.
 */
function refuseBeyondWork(said: readonly SaidConcept[]): boolean {
  const inWork = clausesOf(said.filter((one) => isPhrase(one) && !one.concept.isBeyondWork));
  const beyond = said.filter(
    (one) =>
      one.concept.isBeyondWork &&
      !isHeld(one) &&
      !one.clauses.every((clause) => inWork.has(clause)),
  );
  const refused = clausesOf(beyond);
  for (const { alternatives } of refused) alternatives.clear();
  const isTask = (one: SaidConcept): boolean =>
    isHeld(one) && one.clauses.some((clause) => !refused.has(clause));
  return beyond.length > 0 && !said.some(isTask);
}

/** Lowers the cover of literal matches in a phrase: a game is no answer to "bugs in a game", nor Google Sheets to "sprite sheets". */
function lowerLiteralCover({ alternatives }: Clause): void {
  for (const one of alternatives.values())
    if (one.isLiteral) one.cover = Math.min(one.cover, ranking.phrasePartCover);
}

/** Offers the clauses of a query what its words say together. @param all the words of the query, also those without a clause */
export function readConcepts(
  view: IndexView,
  all: readonly Token[],
  clauseOf: ReadonlyMap<Token, Clause>,
): Pick<ParsedQuery, 'isBeyondWork' | 'isVague'> {
  const said = saidConcepts(view, all, clauseOf);
  const held = said.filter(isHeld);
  const inPhrases = clausesOf(held.filter(isPhrase));
  // "Buy a flat" is known, and nothing here is for it: "buy" and "flat" by themselves do not answer it.
  const unanswered = clausesOf(said.filter((one) => isPhrase(one) && !isHeld(one)));
  for (const one of said) {
    const isPart = !isPhrase(one);
    for (const clause of one.clauses) {
      const share = isPart && unanswered.has(clause) ? ranking.phrasePartShare : 1;
      // Nor does a drawing, or a meeting, answer a draw call surely where something is for that.
      const most = isPart && inPhrases.has(clause) ? ranking.phrasePartCover : 1;
      clause.offerConcept(one.concept.id, share, Math.min(share, most));
      if (!isHeld(one)) continue;
      // Said in a phrase, what is denied or goes without saying means something: "no code", "game engine", "meeting minutes".
      if (one.isDenial || !isPart) clause.isSoft = false;
      if (isPart) continue;
      clause.heldByPhrase = Math.min(clause.heldByPhrase, one.count);
      lowerLiteralCover(clause);
    }
  }
  softenConstraints(held);
  for (const clause of unanswered) lowerLiteralCover(clause);
  const isIdle = (token: Token): boolean =>
    asksNothing(token) && !view.index.customVocabulary.knows(token.stem);
  return {
    isBeyondWork: refuseBeyondWork(said),
    isVague: said.length === 0 && all.every(isIdle),
  };
}
