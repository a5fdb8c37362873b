// Retrieval and ranking: documents that satisfy clauses, scored by BM25F and concept matches, in the order of their relevance.
import type { IndexView } from './indexView.ts';
import type { Clause } from './queryClauses.ts';
import type { ParsedQuery } from './queryParser.ts';
import { coverExponent, literalBonus, maxImpact, relevanceSteps } from './rankingConstants.ts';
import { isShown, tolerance, type Threshold } from './relevanceThreshold.ts';

/** How a name answers: the title equals the text, begins with it, contains all its words. */
export const nameTiers = { equal: 3, begins: 2, contains: 1, none: 0 };
/** The rank of a name that answers is higher than that of any relevance. */
const rankOfTier = 2 * relevanceSteps;

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

/** What a document has of a clause: its best alternatives. */
interface Match {
  doc: number;
  score: number;
  cover: number;
  isLiteral: boolean;
  isInTitle: boolean;
}

/** What a document has of all clauses. */
interface Sum {
  doc: number;
  /** Σ weight × best(worth × impact) */
  score: number;
  cover: number;
  /** Clauses that it satisfies literally, and those of them in its title. */
  literals: number;
  inTitle: number;
}

/** The best that each document has of a clause. */
function matchesOf({ alternatives }: Clause): Match[] {
  const matches: Match[] = [];
  const byDoc: Match[] = [];
  for (const { term, score, cover, isLiteral } of alternatives.values()) {
    for (const { doc, impact, isInTitle } of term.postings) {
      const match = byDoc[doc];
      if (!match) {
        byDoc[doc] = {
          doc,
          score: score * impact,
          cover,
          isLiteral,
          isInTitle: isLiteral && isInTitle,
        };
        matches.push(byDoc[doc]);
        continue;
      }
      match.score = Math.max(match.score, score * impact);
      match.cover = Math.max(match.cover, cover);
      match.isLiteral ||= isLiteral;
      match.isInTitle ||= isLiteral && isInTitle;
    }
  }
  return matches;
}

/** @param leastCover documents that cannot reach it are left out */
function sumUp(clauses: readonly Clause[], leastCover: number): Sum[] {
  const hard = clauses.filter(({ isSoft }) => !isSoft);
  const covering = hard.length > 0 ? hard : clauses;
  const whole = covering.reduce((sum, { weight }) => sum + weight, 0);
  const sums: Sum[] = [];
  const byDoc: Sum[] = [];
  let left = whole;
  for (const clause of clauses.toSorted((a, b) => b.weight - a.weight)) {
    const share = covering.includes(clause) ? clause.weight : 0;
    const mayReach = left / whole >= leastCover - tolerance;
    for (const match of matchesOf(clause)) {
      let sum = byDoc[match.doc];
      if (!sum && !mayReach) continue;
      if (!sum) {
        sum = { doc: match.doc, score: 0, cover: 0, literals: 0, inTitle: 0 };
        byDoc[match.doc] = sum;
        sums.push(sum);
      }
      sum.score += (clause.weight * match.score) / maxImpact;
      sum.cover += (share / whole) * match.cover;
      sum.literals += Number(match.isLiteral);
      sum.inTitle += Number(match.isInTitle);
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
  const sums = sumUp(clauses, leastCover).filter(({ doc }) => view.isSeen(doc));
  return candidatesOf(
    sums.map(({ doc, score, cover, literals, inTitle }) => {
      const isLiteral = literals === clauses.length;
      const value = score * cover ** coverExponent * (isLiteral ? literalBonus : 1);
      const tier = inTitle === clauses.length ? nameTiers.contains : nameTiers.none;
      return { doc, value, cover, isLiteral, tier };
    }),
  );
}

/** The documents that are like what the clauses say: cover and names do not count. */
export const retrieveLike = (
  view: IndexView,
  clauses: readonly Clause[],
  without: ReadonlySet<number>,
): Candidates =>
  candidatesOf(
    sumUp(clauses, 0)
      .filter(({ doc }) => view.isSeen(doc) && !without.has(doc))
      .map(({ doc, score, cover }) => ({
        doc,
        value: score,
        cover,
        isLiteral: false,
        tier: nameTiers.none,
      })),
  );

/** Documents without an order of relevance. */
export const unranked = (docs: readonly number[]): Candidates =>
  candidatesOf(
    docs.map((doc) => ({ doc, value: 0, cover: 0, isLiteral: false, tier: nameTiers.none })),
  );

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
    : Math.round((value / bestValue) * relevanceSteps);
