/** How many services each tag would leave: the numbers follow the other filters. */
import { useTagCountsQuery } from '../../generated.ts';
import { isNarrowed, type CatalogueState } from './catalogueUrl.ts';
import type { CatalogueTag } from './useTagNames.ts';

/** The tags that lead to something beside the other filters, most services first; the chosen ones stay. */
export function useTagCounts(
  state: CatalogueState,
  tags: readonly CatalogueTag[],
): readonly CatalogueTag[] {
  const { search, verified, exact, concepts } = state;
  const isAsked = isNarrowed(state);
  const { data, previousData } = useTagCountsQuery({
    variables: { search, tags: [...state.tags], verified, exact, concepts: [...concepts] },
    skip: !isAsked,
    fetchPolicy: 'cache-and-network',
  });
  const counts = (data ?? previousData)?.tagCounts;
  if (!isAsked || !counts) return tags;
  const countOf = new Map(counts.map(({ tag, count }) => [tag, count]));
  return tags
    .map((tag) => ({ ...tag, count: countOf.get(tag.originalName) ?? 0 }))
    .filter((tag) => tag.count > 0 || state.tags.includes(tag.originalName))
    .toSorted((one, other) => other.count - one.count);
}
