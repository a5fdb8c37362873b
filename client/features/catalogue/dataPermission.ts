/** Data permission of a service as its card shows it. */
import type { DataClass, CardMarkFragment, EffectiveDataVerdict } from '../../generated.ts';

type Marked = NonNullable<CardMarkFragment['marked']>;

export interface DataPermission {
  /** Scope: some of the classes, one of them, or data in general. */
  of: 'some' | 'data' | DataClass;
  /** Number of allowed classes, or one verdict. */
  says: { allowed: number; total: number } | EffectiveDataVerdict;
  /** Whether some data may go in now. */
  allows: boolean;
  /** Classes by verdict, most permissive first. */
  told: Array<{ verdict: EffectiveDataVerdict; classes: DataClass[] }>;
}

const order = ['yes', 'yes_if', 'ask', 'being_checked', 'no', 'undecided'] as const;

const isAllowed = (verdict: EffectiveDataVerdict) => verdict === 'yes' || verdict === 'yes_if';

/** Verdict when nothing may go in; null when nothing is decided. */
function wordOf(
  marked: Marked,
  verdicts: readonly EffectiveDataVerdict[],
): EffectiveDataVerdict | null {
  if (marked.status === 'not_allowed') return 'no';
  if (marked.decisionState === 'being_checked') return 'being_checked';
  return verdicts.includes('ask') ? 'ask' : verdicts.includes('no') ? 'no' : null;
}

/** Summary of a rule for the filtered classes, or for all; null when nothing is decided. */
export function dataPermission(
  marked: Marked | null,
  filtered: readonly DataClass[],
): DataPermission | null {
  if (
    !marked ||
    marked.decisionState === 'undecided' ||
    marked.decisionState === 'approved_undecided'
  ) {
    return null;
  }
  const spoken = marked.verdicts.filter(
    ({ dataClass }) => filtered.length === 0 || filtered.includes(dataClass),
  );
  const told = order.flatMap((verdict) => {
    const classes = spoken.filter((one) => one.verdict === verdict);
    return classes.length > 0
      ? [{ verdict, classes: classes.map(({ dataClass }) => dataClass) }]
      : [];
  });
  const [only] = spoken;
  if (only && spoken.length === 1) {
    return {
      of: only.dataClass,
      says: only.verdict,
      allows: isAllowed(only.verdict),
      told,
    };
  }
  const verdicts = spoken.map(({ verdict }) => verdict);
  const allowed = verdicts.filter(isAllowed).length;
  if (allowed > 0) {
    return { of: 'some', says: { allowed, total: spoken.length }, allows: true, told };
  }
  const word = wordOf(marked, verdicts);
  return word && { of: 'data', says: word, allows: false, told };
}
