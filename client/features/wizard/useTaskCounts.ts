/** Number of services per wizard task, loaded once when a category opens. */
import { useMemo } from 'react';
import { useConceptCountsQuery } from '../../generated.ts';
import type { WizardCategory, WizardSubcategory, WizardTask } from './wizardCategories.ts';

export type CountOf = (task: WizardTask) => number;

export interface TaskCounts {
  /** Null until loaded, and after a failure. */
  countOf: CountOf | null;
  isLoading: boolean;
}

/** Whether no task has services; false when unknown. */
export const isEmptySubcategory = (one: WizardSubcategory, countOf: CountOf | null): boolean =>
  countOf !== null && one.tasks.every((task) => countOf(task) === 0);

export const isEmptyCategory = (one: WizardCategory, countOf: CountOf | null): boolean =>
  one.subcategories.every((subcategory) => isEmptySubcategory(subcategory, countOf));

/** @param catalogue empty until a category opens */
export function useTaskCounts(catalogue: readonly WizardCategory[]): TaskCounts {
  const tasks = useMemo(
    () => catalogue.flatMap(({ subcategories }) => subcategories.flatMap((one) => one.tasks)),
    [catalogue],
  );
  const { data, loading } = useConceptCountsQuery({
    variables: { sets: tasks.map(({ concepts }) => concepts) },
    skip: catalogue.length === 0,
    fetchPolicy: 'cache-and-network',
  });
  const countOf = useMemo<CountOf | null>(() => {
    if (!data) return null;
    const counts = new Map(tasks.map(({ key }, index) => [key, data.conceptCounts[index] ?? 0]));
    return ({ key }) => counts.get(key) ?? 0;
  }, [data, tasks]);
  return { countOf, isLoading: loading && !data };
}
