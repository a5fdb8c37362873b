// Sort orders of a page of results.
import type { Index } from './invertedIndex.ts';
import { bestValueOf, type Candidate } from './ranking.ts';
import { ranking } from './rankingConstants.ts';
import type { Language } from '../../../shared/language.ts';

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

/** The documents of candidates in an order; the older item is first of equal ones, the newer of titles and dates that go down. */
export function sortedDocs(
  index: Index,
  candidates: readonly Candidate[],
  sort: Sort,
  company: string | null = null,
): number[] {
  const [field, direction] = sort.split(' ') as [Field, string];
  const sign = direction === 'asc' ? 1 : -1;
  const titleRanks = field === 'ru' || field === 'en' ? index.ranksOfTitles(field) : null;
  const bestValue = bestValueOf(candidates);
  const newerFirst = direction === 'desc' && (titleRanks !== null || field === 'newest');
  const keysOf = (candidate: Candidate): readonly [number, number] => {
    const { likes, usedBy, addedAt } = index.documents[candidate.doc]!;
    if (titleRanks) return [titleRanks[candidate.doc]!, 0];
    if (field === 'newest') return [Math.floor(addedAt / 1000), 0];
    if (field === 'colleagues') return [usedBy[company ?? ''] ?? 0, likes];
    return [sort === 'likes desc' ? rankOf(candidate, bestValue) : 0, likes];
  };
  return candidates
    .map((one) => ({ doc: one.doc, id: index.documents[one.doc]!.id, keys: keysOf(one) }))
    .sort(
      (a, b) =>
        sign * (a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1]) ||
        (newerFirst ? b.id - a.id : a.id - b.id),
    )
    .map(({ doc }) => doc);
}

export const byRelevance = (index: Index, candidates: readonly Candidate[]): number[] =>
  sortedDocs(index, candidates, 'likes desc');
