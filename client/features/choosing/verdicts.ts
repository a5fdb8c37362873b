/** What may go into a service, put together by what is said: the least surprising order to read it in. Pure. */
import type { DataClass, ServiceRulesFragment, ToldDataVerdict } from '../../generated.ts';

type Verdict = NonNullable<ServiceRulesFragment['dataRules']>['verdicts'][number];

/** What is allowed first, then what must be asked, what is not, and what nobody has decided. */
const order: readonly ToldDataVerdict[] = [
  'yes',
  'yes_if',
  'ask',
  'no',
  'being_checked',
  'undecided',
];

/** One answer, and the classes of data that it is given for. */
export interface Answered {
  verdict: ToldDataVerdict;
  of: { dataClass: DataClass; conditionRu: string | null; conditionEn: string | null }[];
}

export const byVerdict = (verdicts: readonly Verdict[]): Answered[] =>
  order
    .map((verdict) => ({ verdict, of: verdicts.filter((one) => one.verdict === verdict) }))
    .filter(({ of }) => of.length > 0);
