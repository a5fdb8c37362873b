/** Where the reader stands in the wizard, from the keys of the address and the chosen concepts. */
import type { WizardCategory, WizardSubcategory, WizardTask } from './catalogue/wizardTexts.ts';

export interface WizardPath {
  category: WizardCategory | null;
  subcategory: WizardSubcategory | null;
  /** The task whose concepts are exactly the chosen ones. */
  task: WizardTask | null;
}

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id));

/** Unknown keys lead nowhere. */
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
