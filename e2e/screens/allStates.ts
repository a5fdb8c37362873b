// Every named state of every screen.
import { adminStates } from './adminStates.ts';
import { catalogueStates } from './catalogueStates.ts';
import { checkStates } from './checkStates.ts';
import { itemStates } from './itemStates.ts';
import { profileStates } from './profileStates.ts';
import { ruleStates } from './ruleStates.ts';
import { serviceStates } from './serviceStates.ts';
import type { ScreenState } from './screenState.ts';
import { setupStates } from './setupStates.ts';
import { troubleStates } from './troubleStates.ts';
import { linkStates, visitorStates } from './visitorStates.ts';

export const allStates: ScreenState[] = [
  ...visitorStates,
  ...catalogueStates,
  ...troubleStates,
  ...itemStates,
  ...ruleStates,
  ...serviceStates,
  ...profileStates,
  ...adminStates,
  ...setupStates,
  ...checkStates,
  ...linkStates,
];

const names = allStates.map(({ name }) => name);
const twice = names.find((name, index) => names.indexOf(name) !== index);
if (twice) throw new Error(`Two states are called ${twice}`);
