// Retrieval and ranking: documents that satisfy clauses, scored by BM25F and concept matches, in the order of their relevance.
import type { IndexView } from './indexView.ts';
import type { Clause } from './queryClauses.ts';
import type { ParsedQuery } from './queryParser.ts';
import { ranking } from './rankingConstants.ts';
import { isShown, tolerance, type Threshold } from './relevanceThreshold.ts';

/** How a name answers: the title equals the text, begins with it, contains all its words. */
const nameTiers = { equal: 3, begins: 2, contains: 1, none: 0 };
/** The rank of a name that answers is higher than that of any relevance. */
const rankOfTier = 2 * ranking.relevanceSteps;

/** A document that a query may answer with. */
export interface Candidate {
  doc: number;
  /** Score and cover together. */
  value: number;
  /** The share of the query's meaning that it covers. */
  cover: number;
  /** It holds every word literally. */
  isLiteral: boolean;
  /** Of `nameTiers`. */
  tier: number;
}

/** The candidates of a query, and the best of them. */
export interface Candidates {
  all: readonly Candidate[];
  bestCover: number;
  bestValue: number;
}

/** Score accumulators, by document. */
class Accumulators {
  /** The documents that have a score. */
  readonly docs: number[] = [];
  readonly score: Float64Array;
  /** The share of the meaning that is covered. */
  readonly cover: Float64Array;
  /** Clauses that are satisfied literally, and those of them in the title. */
  readonly literals: Uint8Array;
  readonly inTitle: Uint8Array;

  constructor(size: number) {
    this.score = new Float64Array(size);
    this.cover = new Float64Array(size);
    this.literals = new Uint8Array(size);
    this.inTitle = new Uint8Array(size);
  }
}

/** The best that each document has of a clause. */
function matchesOf({ alternatives }: Clause, size: number): Accumulators {
  const best = new Accumulators(size);
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
 * Σ weight × best(worth × impact) over clauses, and the share of their weights that is covered.
 * @param leastCover documents that cannot reach it are left out
 */
function sumUp(clauses: readonly Clause[], leastCover: number, size: number): Accumulators {
  const hard = clauses.filter(({ isSoft }) => !isSoft);
  const covering = hard.length > 0 ? hard : clauses;
  const whole = covering.reduce((sum, { weight }) => sum + weight, 0);
  const sums = new Accumulators(size);
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
  return candidatesOf(
    sums.docs
      .filter((doc) => view.isSeen(doc))
      .map((doc) => {
        const cover = sums.cover[doc]!;
        const isLiteral = sums.literals[doc] === clauses.length;
        const bonus = isLiteral ? ranking.literalBonus : 1;
        const steps = Math.floor(cover * ranking.coverSteps) / ranking.coverSteps;
        const value = sums.score[doc]! * steps ** ranking.coverExponent * bonus;
        const isNamed = sums.inTitle[doc] === clauses.length;
        const tier = isNamed ? nameTiers.contains : nameTiers.none;
        return { doc, value, cover, isLiteral, tier };
      }),
  );
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

/** Documents without an order of relevance. */
export const unranked = (docs: readonly number[]): Candidates =>
  candidatesOf(docs.map((doc) => ({ doc, value: 0, cover: 0, ...noName })));

/** The documents whose titles are the names that a query means, by how they are. */
function tiersOfNames(view: IndexView, { names, namePrefixes }: ParsedQuery): Map<number, number> {
  const begun = [...namePrefixes].flatMap((prefix) => view.namedFrom(prefix));
  const equal = [...names].flatMap((name) => view.named(name));
  return new Map([
    ...begun.map((doc) => [doc, nameTiers.begins] as const),
    ...equal.map((doc) => [doc, nameTiers.equal] as const),
  ]);
}

/** Adds the names that the query means, which stand first. Answers also whether there are any. */
export function withNames(
  view: IndexView,
  candidates: Candidates,
  query: ParsedQuery,
): { candidates: Candidates; hasNames: boolean } {
  const tiers = tiersOfNames(view, query);
  if (tiers.size === 0) return { candidates, hasNames: false };
  const found = new Set(candidates.all.map(({ doc }) => doc));
  const added = unranked([...tiers.keys()].filter((doc) => !found.has(doc)));
  const all = [...candidates.all, ...added.all].map((one) => ({
    ...one,
    tier: tiers.get(one.doc) ?? one.tier,
  }));
  return { candidates: { ...candidates, all }, hasNames: true };
}

/** What of the candidates is shown. @param threshold null: what holds every word or has the name */
export function aboveThreshold({ all }: Candidates, threshold: Threshold | null): Candidate[] {
  return all.filter(
    (one) => one.tier > nameTiers.none || (threshold ? isShown(one, threshold) : one.isLiteral),
  );
}

/** Name tier and relevance: the higher, the earlier. Relevance is rounded, so that likes decide between what is about as good. */
export const rankOf = ({ tier, value }: Candidate, bestValue: number): number =>
  tier > nameTiers.none || bestValue === 0
    ? tier * rankOfTier
    : Math.round((value / bestValue) * ranking.relevanceSteps);
