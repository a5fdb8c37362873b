/** What the mark on a card says of the data that may go into the service. Pure. */
import type { DataClass, CardMarkFragment, EffectiveDataVerdict } from '../../generated.ts';

type Marked = NonNullable<CardMarkFragment['marked']>;

export interface DataMark {
  /** What the mark speaks of: some of the classes, one of them, or data as such. */
  of: 'some' | 'data' | DataClass;
  /** How many of how many may go in, or one word. */
  says: { allowed: number; total: number } | EffectiveDataVerdict;
  /** Something may go in now. */
  allows: boolean;
  /** The classes by what is told of them, in the order of a reader's interest. */
  told: Array<{ verdict: EffectiveDataVerdict; classes: DataClass[] }>;
}

const order = ['yes', 'yes_if', 'ask', 'being_checked', 'no', 'undecided'] as const;

const isAllowed = (verdict: EffectiveDataVerdict) => verdict === 'yes' || verdict === 'yes_if';

/** One word where nothing may go in; none where nothing is decided. */
function wordOf(
  marked: Marked,
  verdicts: readonly EffectiveDataVerdict[],
): EffectiveDataVerdict | null {
  if (marked.status === 'not_allowed') return 'no';
  if (marked.decisionState === 'being_checked') return 'being_checked';
  return verdicts.includes('ask') ? 'ask' : verdicts.includes('no') ? 'no' : null;
}

/** The mark of a rule, about the classes that are filtered by, or about all; null where there is nothing to say. */
export function dataMark(marked: Marked | null, filtered: readonly DataClass[]): DataMark | null {
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
