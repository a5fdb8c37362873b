import { analyze } from './catalogue/analyze.ts';
import { automate } from './catalogue/automate.ts';
import { communicate } from './catalogue/communicate.ts';
import { create } from './catalogue/create.ts';
import { develop } from './catalogue/develop.ts';
import { learn } from './catalogue/learn.ts';
import { market } from './catalogue/market.ts';
import { support } from './catalogue/support.ts';
import type { WizardCategory } from './catalogue/wizardTexts.ts';

/** The task wizard's static catalogue, in the order of the screen (specification, section 2). */
export const wizardCatalogue: ReadonlyArray<WizardCategory> = [
  analyze,
  create,
  automate,
  market,
  support,
  develop,
  communicate,
  learn,
];
