/** Predicates on the verdicts of a rule. */
import type { DataClass, ServiceRulesFragment } from '../../generated.ts';

type Verdicts = NonNullable<ServiceRulesFragment['dataRules']>['verdicts'];

export const allowsSomething = (verdicts: Verdicts): boolean =>
  verdicts.some(({ verdict }) => verdict === 'yes' || verdict === 'yes_if');

/** Data classes that need a decision: verdict “ask”, or none that is valid now. */
export const classesToAsk = (verdicts: Verdicts): DataClass[] =>
  verdicts
    .filter(({ verdict }) => ['ask', 'undecided', 'being_checked'].includes(verdict))
    .map(({ dataClass }) => dataClass);
