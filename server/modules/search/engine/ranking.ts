// Ranking: documents that satisfy clauses, scored by BM25F and concept matches, with the relevance threshold that cuts them off.
import type { IndexView } from './indexView.ts';
import type { Clause } from './queryClauses.ts';
import type { Likeness } from './moreLikeThis.ts';
import type { ParsedQuery } from './queryParser.ts';
import { ranking } from './rankingConstants.ts';

/** Tiers of a match by name: the title equals the text, begins with it, contains all its words. */
const nameTiers = { equal: 3, begins: 2, contains: 1, none: 0 };
/** A title that holds the text sign by sign comes before all that hold only its words. */
const tiersOfWritten = 3;
/** The rank of a name that answers is higher than that of any relevance. */
const rankOfTier = 2 * ranking.relevanceSteps;

/** Tolerance for rounding errors. */
const tolerance = 1e-6;

/** A document that a query may answer with. */
export interface Candidate {
  doc: number;
  /** Score and cover together. */
  value: number;
  /** The share of the query's meaning that it covers. */
  cover: number;
  /** It holds every word literally. */
  isLiteral: boolean;
  tier: number;
}

export interface Candidates {
  all: readonly Candidate[];
  bestCover: number;
  bestValue: number;
}

/** What a document has of a clause, or of all clauses. */
interface Match {
  score: number;
  cover: number;
  /** Clauses that are satisfied literally, and those of them in the title. */
  literals: number;
  inTitle: number;
}

function matchOf(matches: Map<number, Match>, doc: number): Match {
  const known = matches.get(doc);
  if (known) return known;
  const match = { score: 0, cover: 0, literals: 0, inTitle: 0 };
  matches.set(doc, match);
  return match;
}

/** The best that each document has of a clause. */
function matchesOf({ alternatives }: Clause): Map<number, Match> {
  const matches = new Map<number, Match>();
  for (const { term, score, cover, isLiteral } of alternatives.values()) {
    for (const { doc, impact, isInTitle } of term.postings) {
      const best = matchOf(matches, doc);
      best.score = Math.max(best.score, score * impact);
      best.cover = Math.max(best.cover, cover);
      if (isLiteral) best.literals = 1;
      if (isLiteral && isInTitle) best.inTitle = 1;
    }
  }
  return matches;
}

/** Σ weight × best(worth × impact) over clauses, and the share of their weights that is covered. */
function sumUp(clauses: readonly Clause[]): Map<number, Match> {
  const hard = clauses.filter(({ isSoft }) => !isSoft);
  const covering = hard.length > 0 ? hard : clauses;
  const whole = covering.reduce((sum, { weight }) => sum + weight, 0);
  const sums = new Map<number, Match>();
  for (const clause of clauses) {
    const share = covering.includes(clause) ? clause.weight / whole : 0;
    for (const [doc, { score, cover, literals, inTitle }] of matchesOf(clause)) {
      const sum = matchOf(sums, doc);
      sum.score += (clause.weight * score) / ranking.maxImpact;
      sum.cover += share * cover;
      sum.literals += literals;
      sum.inTitle += inTitle;
    }
  }
  return sums;
}

const candidatesOf = (all: readonly Candidate[]): Candidates => ({
  all,
  bestCover: all.reduce((best, { cover }) => Math.max(best, cover), 0),
  bestValue: all.reduce((best, { value }) => Math.max(best, value), 0),
});

/** The seen documents that satisfy clauses of a query. */
export function retrieve(view: IndexView, clauses: readonly Clause[]): Candidates {
  const all = [...sumUp(clauses)].filter(([doc]) => view.isSeen(doc));
  return candidatesOf(
    all.map(([doc, { score, cover, literals, inTitle }]) => {
      const isLiteral = literals === clauses.length;
      const bonus = isLiteral ? ranking.literalBonus : 1;
      const steps = Math.floor(cover * ranking.coverSteps) / ranking.coverSteps;
      const value = score * steps ** ranking.coverExponent * bonus;
      const tier = inTitle === clauses.length ? nameTiers.contains : nameTiers.none;
      return { doc, value, cover, isLiteral, tier };
    }),
  );
}

const noName = { isLiteral: false, tier: nameTiers.none };

/** The documents that are like a service: cover and names do not count, and what is asked besides orders and shuts nothing out. */
export function retrieveLike(
  view: IndexView,
  { clauses, part, without }: Likeness,
): Pick<Candidates, 'all' | 'bestValue'> {
  const all = [...sumUp(clauses)]
    .filter(([doc]) => view.isSeen(doc) && !without.has(doc))
    .map(([doc, { score, cover }]) => ({ doc, value: score, cover, ...noName }));
  const { bestValue } = candidatesOf(all);
  const leastValue = ranking.likenessOfBest * part * bestValue;
  return { all: all.filter(({ value }) => value >= leastValue), bestValue };
}

export const unranked = (docs: readonly number[]): Candidate[] =>
  docs.map((doc) => ({ doc, value: 0, cover: 0, ...noName }));

/** Adds the names that the query means, which stand first. Answers also whether there are any. */
export function withNames(
  view: IndexView,
  candidates: Candidates,
  { names, namePrefixes, written }: ParsedQuery,
): { candidates: Candidates; hasNames: boolean } {
  const tiers = new Map<number, number>();
  for (const prefix of namePrefixes)
    for (const doc of view.namedFrom(prefix)) tiers.set(doc, nameTiers.begins);
  for (const name of names) for (const doc of view.named(name)) tiers.set(doc, nameTiers.equal);
  if (tiers.size === 0 && !written) return { candidates, hasNames: false };
  const isWritten = ({ doc }: Candidate): boolean =>
    view.index.documents[doc]!.titles.some((title) => written?.test(title));
  const found = new Set(candidates.all.map(({ doc }) => doc));
  const added = unranked([...tiers.keys()].filter((doc) => !found.has(doc)));
  const all = [...candidates.all, ...added].map((one) => {
    const tier = tiers.get(one.doc) ?? one.tier;
    if (tier === nameTiers.none) return one;
    return { ...one, tier: isWritten(one) ? tier + tiersOfWritten : tier };
  });
  const hasNames = tiers.size > 0 || all.some(({ tier }) => tier > tiersOfWritten);
  return { candidates: { ...candidates, all }, hasNames };
}

/** True when the query is the title of a document, or begins it. */
export const isNamed = ({ tier }: Candidate): boolean => tier > nameTiers.contains;

/** Least cover and score of a candidate that is shown. */
interface Threshold {
  /** Of the query's meaning, 0 to 1. */
  leastCover: number;
  leastValue: number;
}

/** The threshold of a search for a task, and whether nothing answers surely; then the nearest is shown, if it may be. */
export function taskThreshold(
  { bestCover, bestValue }: Candidates,
  { mayBeUnsure, isVague, hasNames }: { mayBeUnsure: boolean; isVague: boolean; hasNames: boolean },
): Threshold & { unsure: boolean } {
  const unsure = mayBeUnsure && (isVague || bestCover < ranking.sureCover) && !hasNames;
  const floor = unsure ? ranking.nearCover : ranking.sureCover;
  return {
    leastCover: Math.max(floor, ranking.coverOfBest * bestCover) - tolerance,
    leastValue: ranking.scoreOfBest * bestValue,
    unsure,
  };
}

/** The threshold of what is near, behind few sure answers. */
export const nearThreshold: Threshold = { leastCover: ranking.nearCover, leastValue: 0 };

/** Candidates that are shown. @param threshold null: those that hold every word or have the name */
export function aboveThreshold({ all }: Candidates, threshold: Threshold | null): Candidate[] {
  const isAbove = ({ cover, value, isLiteral }: Candidate): boolean =>
    threshold ? cover >= threshold.leastCover && value >= threshold.leastValue : isLiteral;
  return all.filter((one) => one.tier > nameTiers.none || isAbove(one));
}

/** Name tier and relevance: the higher, the earlier. Relevance is rounded, so that likes decide between what is about as good. */
export const rankOf = ({ tier, value }: Candidate, bestValue: number): number =>
  tier > nameTiers.none || bestValue === 0
    ? tier * rankOfTier
    : Math.round((value / bestValue) * ranking.relevanceSteps);
