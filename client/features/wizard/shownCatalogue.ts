/** What of the wizard's catalogue leads to services: a task that finds nothing is not shown, nor what has no task left. */
import type { WizardCategory, WizardTask } from './catalogue/wizardWords.ts';

/** How many services a task finds. */
export type CountOf = (task: WizardTask) => number;

/** `countOf` is null as long as nothing is known: then everything is there. The open category stays, even when it is empty. */
export function shownCatalogue(
  catalogue: readonly WizardCategory[],
  countOf: CountOf | null,
  openKey: string | null,
): readonly WizardCategory[] {
  if (!countOf) return catalogue;
  return catalogue
    .map((category) => ({
      ...category,
      subcategories: category.subcategories
        .map((one) => ({ ...one, tasks: one.tasks.filter((task) => countOf(task) > 0) }))
        .filter(({ tasks }) => tasks.length > 0),
    }))
    .filter(({ key, subcategories }) => key === openKey || subcategories.length > 0);
}
