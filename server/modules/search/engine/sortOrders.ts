// Sort orders of a page of results.
import type { Index } from './invertedIndex.ts';
import { rankOf, type Candidate } from './ranking.ts';
import type { Language } from '../../../shared/language.ts';

type Direction = 'asc' | 'desc';

/**
 * `likes desc` is by relevance, then by likes; `used` is by likes alone, `colleagues` by how many of a company use it, then by
 * likes.
 */
export type Sort = `${'likes' | 'used' | 'colleagues' | 'newest' | Language} ${Direction}`;

/** The documents of candidates in an order; the older item is first of equal ones, the newer of titles and dates that go down. */
export function sortedDocs(
  index: Index,
  candidates: readonly Candidate[],
  { sort, company, bestValue }: { sort: Sort; company: string | null; bestValue: number },
): number[] {
  const [field, direction] = sort.split(' ') as [string, Direction];
  const isRelevance = sort === 'likes desc';
  const ranks = field === 'ru' || field === 'en' ? index.ranksOfTitles(field) : null;
  const sign = direction === 'asc' ? 1 : -1;
  const newerFirst = direction === 'desc' && (ranks !== null || field === 'newest');
  const rows = candidates.map((candidate) => {
    const { doc } = candidate;
    const { id, likes, usedBy, addedAt } = index.documents[doc]!;
    const byLikes = field === 'likes' || field === 'used' || field === 'colleagues';
    let first = 0;
    if (isRelevance) first = rankOf(candidate, bestValue);
    else if (ranks) first = ranks[doc]!;
    else if (field === 'newest') first = Math.floor(addedAt / 1000);
    else if (field === 'colleagues') first = usedBy[company ?? ''] ?? 0;
    return { doc, id, first, second: byLikes ? likes : 0 };
  });
  return rows
    .sort(
      (a, b) =>
        sign * (a.first - b.first || a.second - b.second) ||
        (newerFirst ? b.id - a.id : a.id - b.id),
    )
    .map(({ doc }) => doc);
}
