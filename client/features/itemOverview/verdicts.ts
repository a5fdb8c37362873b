/** What the verdicts of a rule leave to be asked. Pure. */
import type { DataClass, ServiceRulesFragment } from '../../generated.ts';

type Verdicts = NonNullable<ServiceRulesFragment['dataRules']>['verdicts'];

/** Whether anything at all may go in. */
export const allowsSomething = (verdicts: Verdicts): boolean =>
  verdicts.some(({ verdict }) => verdict === 'yes' || verdict === 'yes_if');

/** The classes about which somebody must be asked: the rule says so, or nothing is decided of them now. */
export const classesToAsk = (verdicts: Verdicts): DataClass[] =>
  verdicts
    .filter(({ verdict }) => ['ask', 'undecided', 'being_checked'].includes(verdict))
    .map(({ dataClass }) => dataClass);
