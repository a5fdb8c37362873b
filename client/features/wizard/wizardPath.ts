/** Selected path in the wizard, from the URL and the selected concepts. */
import type { WizardCategory, WizardSubcategory, WizardTask } from './catalogue/wizardTexts.ts';

export interface WizardPath {
  category: WizardCategory | null;
  subcategory: WizardSubcategory | null;
  /** Task whose concepts equal the selected ones. */
  task: WizardTask | null;
}

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id));

/** Unknown keys are ignored. */
export function resolveWizardPath(
  catalogue: readonly WizardCategory[],
  keys: { category: string | null; subcategory: string | null },
  concepts: readonly string[],
): WizardPath {
  const category = catalogue.find(({ key }) => key === keys.category) ?? null;
  const subcategory = category?.subcategories.find(({ key }) => key === keys.subcategory) ?? null;
  const task = subcategory?.tasks.find((one) => sameIds(one.concepts, concepts)) ?? null;
  return { category, subcategory, task };
}
