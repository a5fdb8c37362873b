/** Number of results that each filter would leave. */
import { useFilterCountsQuery, type DataClass, type ServiceStage } from '../../generated.ts';
import { filterVariables, type CatalogueState } from './catalogueUrl.ts';
import type { CatalogueTag } from './useTagNames.ts';

type Switched = 'verified' | 'usedHere' | 'addedLately';

/** Null while a number is loading. */
export interface FilterNumbers {
  of(filter: Switched): number | null;
  ofClass(dataClass: DataClass): number | null;
  ofStage(stage: ServiceStage): number | null;
  /** The tags that lead to something beside the other filters, most services first; the chosen ones stay. */
  tags: readonly CatalogueTag[];
}

export function useFilterCounts(
  state: CatalogueState,
  tags: readonly CatalogueTag[],
): FilterNumbers {
  const { data, previousData } = useFilterCountsQuery({
    variables: filterVariables(state),
    fetchPolicy: 'cache-and-network',
  });
  const found = data ?? previousData;
  const byTag = found && new Map(found.tagCounts.map(({ tag, count }) => [tag, count]));
  return {
    of: (filter) => found?.filterCounts[filter] ?? null,
    ofClass: (dataClass) =>
      found?.filterCounts.dataClasses.find((one) => one.dataClass === dataClass)?.count ?? null,
    ofStage: (stage) =>
      found?.filterCounts.stages.find((one) => one.stage === stage)?.count ?? null,
    tags: byTag
      ? tags
          .map((tag) => ({ ...tag, count: byTag.get(tag.originalName) ?? 0 }))
          .filter((tag) => tag.count > 0 || state.tags.includes(tag.originalName))
          .toSorted((one, other) => other.count - one.count)
      : tags,
  };
}
