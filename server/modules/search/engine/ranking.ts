// Ranking: documents that satisfy clauses, scored by BM25F and concept matches, with the relevance threshold that cuts them off.
import type { IndexView } from './indexView.ts';
import type { Clause } from './queryClauses.ts';
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

/** Score accumulators, by document. They are used again: for large catalogues new arrays cost more than the search. */
class Accumulators {
  readonly docs: number[] = [];
  score = new Float64Array();
  /** The share of the meaning that is covered. */
  cover = new Float64Array();
  /** Clauses that are satisfied literally, and those of them in the title. */
  literals = new Uint8Array();
  inTitle = new Uint8Array();

  /** Forgets what they hold, and makes room for so many documents. */
  reset(size: number): this {
    const all = [this.score, this.cover, this.literals, this.inTitle];
    for (const doc of this.docs) for (const values of all) values[doc] = 0;
    this.docs.length = 0;
    if (size <= this.score.length) return this;
    this.score = new Float64Array(2 * size);
    this.cover = new Float64Array(2 * size);
    this.literals = new Uint8Array(2 * size);
    this.inTitle = new Uint8Array(2 * size);
    return this;
  }
}

const ofClause = new Accumulators();
const ofQuery = new Accumulators();

/** The best that each document has of a clause, until the next call. */
function matchesOf({ alternatives }: Clause, size: number): Accumulators {
  const best = ofClause.reset(size);
  for (const { term, score, cover, isLiteral } of alternatives.values()) {
    for (const { doc, impact, isInTitle } of term.postings) {
      if (best.score[doc] === 0) best.docs.push(doc);
      if (score * impact > best.score[doc]!) best.score[doc] = score * impact;
      if (cover > best.cover[doc]!) best.cover[doc] = cover;
      if (isLiteral) best.literals[doc] = 1;
      if (isLiteral && isInTitle) best.inTitle[doc] = 1;
    }
  }
  return best;
}

/**
 * Σ weight × best(worth × impact) over clauses, and the share of their weights that is covered, until the next call.
 * @param leastCover documents that cannot reach it are left out
 */
function sumUp(clauses: readonly Clause[], leastCover: number, size: number): Accumulators {
  const hard = clauses.filter(({ isSoft }) => !isSoft);
  const covering = hard.length > 0 ? hard : clauses;
  const whole = covering.reduce((sum, { weight }) => sum + weight, 0);
  const sums = ofQuery.reset(size);
  let left = whole;
  for (const clause of clauses.toSorted((a, b) => b.weight - a.weight)) {
    const share = covering.includes(clause) ? clause.weight : 0;
    const mayReach = left / whole >= leastCover - tolerance;
    const { docs, score, cover, literals, inTitle } = matchesOf(clause, size);
    for (const doc of docs) {
      if (sums.score[doc] === 0) {
        if (!mayReach) continue;
        sums.docs.push(doc);
      }
      sums.score[doc]! += (clause.weight * score[doc]!) / ranking.maxImpact;
      sums.cover[doc]! += (share / whole) * cover[doc]!;
      sums.literals[doc]! += literals[doc]!;
      sums.inTitle[doc]! += inTitle[doc]!;
    }
    left -= share;
  }
  return sums;
}

const candidatesOf = (all: readonly Candidate[]): Candidates => ({
  all,
  bestCover: all.reduce((best, { cover }) => Math.max(best, cover), 0),
  bestValue: all.reduce((best, { value }) => Math.max(best, value), 0),
});

/**
 * The documents that satisfy clauses of a query.
 * @param leastCover documents that cannot reach it are left out
 */
export function retrieve(
  view: IndexView,
  clauses: readonly Clause[],
  leastCover: number,
): Candidates {
  const sums = sumUp(clauses, leastCover, view.index.documents.length);
  const toCandidate = (doc: number): Candidate => {
    const cover = sums.cover[doc]!;
    const isLiteral = sums.literals[doc] === clauses.length;
    const bonus = isLiteral ? ranking.literalBonus : 1;
    const steps = Math.floor(cover * ranking.coverSteps) / ranking.coverSteps;
    const value = sums.score[doc]! * steps ** ranking.coverExponent * bonus;
    const isNamed = sums.inTitle[doc] === clauses.length;
    return { doc, value, cover, isLiteral, tier: isNamed ? nameTiers.contains : nameTiers.none };
  };
  return candidatesOf(sums.docs.filter((doc) => view.isSeen(doc)).map(toCandidate));
}

const noName = { isLiteral: false, tier: nameTiers.none };

/** The documents that are like what the clauses say: cover and names do not count. */
export function retrieveLike(
  view: IndexView,
  clauses: readonly Clause[],
  without: ReadonlySet<number>,
): Candidates {
  const { docs, score, cover } = sumUp(clauses, 0, view.index.documents.length);
  return candidatesOf(
    docs
      .filter((doc) => view.isSeen(doc) && !without.has(doc))
      .map((doc) => ({ doc, value: score[doc]!, cover: cover[doc]!, ...noName })),
  );
}

export const unranked = (docs: readonly number[]): Candidates =>
  candidatesOf(docs.map((doc) => ({ doc, value: 0, cover: 0, ...noName })));

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
  const all = [...candidates.all, ...added.all].map((one) => {
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

/**
 * The threshold of "more like this".
 * @param part how much of the weights is likeness: what is asked besides orders, and shuts nothing out
 */
export const likenessThreshold = (bestValue: number, part: number): Threshold => ({
  leastCover: 0,
  leastValue: ranking.likenessOfBest * part * bestValue,
});

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
