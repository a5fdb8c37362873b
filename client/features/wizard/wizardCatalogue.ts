/** Catalogue of the task wizard: categories, subcategories and tasks. */
import { analyze } from './catalogue/analyze.ts';
import { automate } from './catalogue/automate.ts';
import { communicate } from './catalogue/communicate.ts';
import { create } from './catalogue/create.ts';
import { develop } from './catalogue/develop.ts';
import { learn } from './catalogue/learn.ts';
import { market } from './catalogue/market.ts';
import { support } from './catalogue/support.ts';
import { wizardCategories, type WizardCategory } from './wizardCategories.ts';

const subcategories: Record<WizardCategory['key'], WizardCategory['subcategories']> = {
  analyze,
  create,
  automate,
  market,
  support,
  develop,
  communicate,
  learn,
};

/** The task wizard's static catalogue. */
export const wizardCatalogue: readonly WizardCategory[] = wizardCategories.map((category) => ({
  ...category,
  subcategories: subcategories[category.key],
}));
