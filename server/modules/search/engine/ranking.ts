// Ranking: documents that satisfy clauses, scored by BM25F and concept matches, with the relevance threshold that cuts them off and
// the sort orders of a page.
import type { IndexView } from './indexView.ts';
import type { Index } from './invertedIndex.ts';
import type { Clause, ParsedQuery } from './queryClauses.ts';
import type { Likeness } from './moreLikeThis.ts';
import { ranking } from './rankingConstants.ts';
import type { Language } from '../../../shared/language.ts';

/** Tiers of a match by name: the title equals the text, begins with it, contains all its words. */
const nameTiers = { equal: 3, begins: 2, contains: 1, none: 0 };
/** A title that holds the text sign by sign comes before all that hold only its words. */
const tiersOfWritten = 3;

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

/** What a document has of a clause, or of all clauses. */
interface Match {
  readonly doc: number;
  score: number;
  cover: number;
  /** Clauses that are satisfied literally, and those of them in the title. */
  literals: number;
  inTitle: number;
}

/** The match of a document; a new one where there is none yet. */
function matchOf(matches: Map<number, Match>, doc: number): Match {
  const known = matches.get(doc);
  if (known) return known;
  const match = { doc, score: 0, cover: 0, literals: 0, inTitle: 0 };
  matches.set(doc, match);
  return match;
}

/** The best that each document has of a clause. */
function matchesOf({ alternatives }: Clause): Iterable<Match> {
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
  return matches.values();
}

/** Σ weight × best(worth × impact) over clauses, and the share of their weights that is covered, of seen documents. */
function sumUp(view: IndexView, clauses: readonly Clause[]): Match[] {
  const hard = clauses.filter(({ isSoft }) => !isSoft);
  const covering = hard.length > 0 ? hard : clauses;
  const whole = covering.reduce((sum, { weight }) => sum + weight, 0);
  const ordering = clauses.filter((clause) => !covering.includes(clause));
  const sums = new Map<number, Match>();
  for (const clause of [...covering, ...ordering]) {
    const share = ordering.includes(clause) ? 0 : clause.weight / whole;
    for (const { doc, score, cover, literals, inTitle } of matchesOf(clause)) {
      // What only orders admits nothing.
      if (share === 0 && !sums.has(doc)) continue;
      const sum = matchOf(sums, doc);
      sum.score += (clause.weight * score) / ranking.maxImpact;
      sum.cover += share * cover;
      sum.literals += literals;
      sum.inTitle += inTitle;
    }
  }
  return [...sums.values()].filter(({ doc }) => view.isSeen(doc));
}

const bestValueOf = (candidates: readonly Candidate[]): number =>
  candidates.reduce((best, { value }) => Math.max(best, value), 0);

export const retrieve = (view: IndexView, clauses: readonly Clause[]): Candidate[] =>
  sumUp(view, clauses).map(({ doc, score, cover, literals, inTitle }) => {
    const isLiteral = literals === clauses.length;
    const bonus = isLiteral ? ranking.literalBonus : 1;
    const steps = Math.floor(cover * ranking.coverSteps) / ranking.coverSteps;
    const value = score * steps ** ranking.coverExponent * bonus;
    const tier = inTitle === clauses.length ? nameTiers.contains : nameTiers.none;
    return { doc, value, cover, isLiteral, tier };
  });

const noName = { isLiteral: false, tier: nameTiers.none };

/** The documents that are like a service: cover and names do not count, and what is asked besides shuts nothing out. */
export function retrieveLike(view: IndexView, { clauses, part, without }: Likeness): Candidate[] {
  const all = sumUp(view, clauses)
    .filter(({ doc }) => !without.has(doc))
    .map(({ doc, score, cover }) => ({ doc, value: score, cover, ...noName }));
  const leastValue = ranking.likenessOfBest * part * bestValueOf(all);
  return all.filter(({ value }) => value >= leastValue);
}

export const unranked = (docs: readonly number[]): Candidate[] =>
  docs.map((doc) => ({ doc, value: 0, cover: 0, ...noName }));

/** Adds the names that the query means, which stand first. */
export function withNames(
  view: IndexView,
  candidates: readonly Candidate[],
  { names, written }: ParsedQuery,
): { candidates: readonly Candidate[]; hasNames: boolean } {
  const tiers = new Map<number, number>();
  for (const name of names)
    for (const doc of view.namedFrom(name)) tiers.set(doc, nameTiers.begins);
  for (const name of names) for (const doc of view.named(name)) tiers.set(doc, nameTiers.equal);
  if (tiers.size === 0 && !written) return { candidates, hasNames: false };
  const isWritten = ({ doc }: Candidate): boolean =>
    view.index.documents.get(doc)!.titles.some((title) => written?.test(title));
  const found = new Set(candidates.map(({ doc }) => doc));
  const added = unranked([...tiers.keys()].filter((doc) => !found.has(doc)));
  const all = [...candidates, ...added].map((one) => {
    const tier = tiers.get(one.doc) ?? one.tier;
    if (tier === nameTiers.none) return one;
    return { ...one, tier: isWritten(one) ? tier + tiersOfWritten : tier };
  });
  return {
    candidates: all,
    hasNames: tiers.size > 0 || all.some(({ tier }) => tier > tiersOfWritten),
  };
}

/** True when the query is the title of a document, or begins it. */
export const isNamed = ({ tier }: Candidate): boolean => tier > nameTiers.contains;

/**
 * The candidates that answer surely, which an exact query means word by word; where none does, the nearest, if those may be shown.
 * Names are always shown.
 * @returns also whether they are unsure
 */
export function aboveThreshold(
  candidates: readonly Candidate[],
  { isBeyondWork, isVague, isExact }: ParsedQuery,
  hasNames: boolean,
): { all: Candidate[]; unsure: boolean } {
  const isName = ({ tier }: Candidate): boolean => tier > nameTiers.none;
  if (isExact)
    return { all: candidates.filter((one) => isName(one) || one.isLiteral), unsure: false };
  const bestCover = candidates.reduce((best, { cover }) => Math.max(best, cover), 0);
  const unsure = !isBeyondWork && (isVague || bestCover < ranking.sureCover) && !hasNames;
  const floor = unsure ? ranking.nearCover : ranking.sureCover;
  const leastCover = Math.max(floor, ranking.coverOfBest * bestCover);
  const leastValue = ranking.scoreOfBest * bestValueOf(candidates);
  const all = candidates.filter(
    (one) => isName(one) || (one.cover >= leastCover && one.value >= leastValue),
  );
  return { all, unsure };
}

type Field = 'likes' | 'used' | 'colleagues' | 'newest' | Language;

/**
 * `likes desc` is by relevance, then by likes; `used` is by likes alone, `colleagues` by how many of a company use it, then by
 * likes.
 */
export type Sort = `${Field} ${'asc' | 'desc'}`;

/** The rank of a name that answers is higher than that of any relevance. */
const rankOfTier = 2 * ranking.relevanceSteps;

/** Name tier and relevance: the higher, the earlier. Relevance is rounded, so that likes decide between what is about as good. */
const rankOf = ({ tier, value }: Candidate, bestValue: number): number =>
  tier > 0 || bestValue === 0
    ? tier * rankOfTier
    : Math.round((value / bestValue) * ranking.relevanceSteps);

const compared = (a: string | number, b: string | number): number => (a < b ? -1 : Number(a > b));

/** The documents of candidates in an order; the older item is first of equal ones, the newer of titles and dates that go down. */
export function sortedDocs(
  index: Index,
  candidates: readonly Candidate[],
  sort: Sort,
  company: string | null = null,
): number[] {
  const [field, direction] = sort.split(' ') as [Field, string];
  const sign = direction === 'asc' ? 1 : -1;
  const isByTitle = field === 'ru' || field === 'en';
  const newerFirst = direction === 'desc' && (isByTitle || field === 'newest');
  const bestValue = bestValueOf(candidates);
  const keysOf = (candidate: Candidate): readonly [string | number, number] => {
    const { likes, usedBy, addedAt, sortKeys } = index.documents.get(candidate.doc)!;
    if (isByTitle) return [sortKeys[field], 0];
    if (field === 'newest') return [Math.floor(addedAt / 1000), 0];
    if (field === 'colleagues') return [usedBy[company ?? ''] ?? 0, likes];
    return [sort === 'likes desc' ? rankOf(candidate, bestValue) : 0, likes];
  };
  return candidates
    .map((one) => ({ doc: one.doc, keys: keysOf(one) }))
    .sort(
      (a, b) =>
        sign * (compared(a.keys[0], b.keys[0]) || compared(a.keys[1], b.keys[1])) ||
        (newerFirst ? b.doc - a.doc : a.doc - b.doc),
    )
    .map(({ doc }) => doc);
}

export const byRelevance = (index: Index, candidates: readonly Candidate[]): number[] =>
  sortedDocs(index, candidates, 'likes desc');
