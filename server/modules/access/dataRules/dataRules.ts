// The words of the data rules, and what a rule says to a reader. Pure: THE RULES of the room stand here.
import type { Company } from '../../people/accounts/accounts.module.ts';

export const dataClasses = [
  'public_material',
  'source_code',
  'unreleased_art',
  'player_data',
  'staff_data',
  'partner_material',
] as const;
export type DataClass = (typeof dataClasses)[number];

export const planTiers = ['free', 'team', 'enterprise'] as const;
export type PlanTier = (typeof planTiers)[number];

/** What is decided of a class; what is not decided stands nowhere. The later, the stricter. */
export const verdictWords = ['yes', 'yes_if', 'ask', 'no'] as const;
export type VerdictWord = (typeof verdictWords)[number];

/** What a reader is told: never `yes` where nothing is decided, nor where what was decided is being checked. */
export type ToldVerdict = VerdictWord | 'undecided' | 'being_checked';

export const dataResults = ['may_ship', 'must_be_disclosed', 'inside_only'] as const;
export const dataAccounts = ['any', 'company'] as const;
export const ruleStatuses = ['approved', 'restricted', 'under_review', 'not_allowed'] as const;
export const factKinds = [
  'trains_on_input',
  'retention',
  'region',
  'agreement_signed',
  'price_note',
] as const;
export const aiRoles = ['provider', 'deployer', 'importer', 'distributor'] as const;
export const aiTiers = ['prohibited', 'high', 'limited', 'minimal'] as const;

export interface StoredVerdict {
  verdict: VerdictWord;
  /** The condition of a `yes_if`, in one language at least. */
  ru?: string | undefined;
  en?: string | undefined;
}

/** What is known of a service, and who says so. */
export interface DataFact {
  kind: (typeof factKinds)[number];
  ru?: string | undefined;
  en?: string | undefined;
  sourceUrl: string;
  /** The day on which it was read there. */
  sourceDate: string;
}

/** What is decided, as it is stored, recorded and brought back; JSON. Days are `2026-12-31`. */
export interface RuleFacts {
  verdicts: Partial<Record<DataClass, StoredVerdict>>;
  result: (typeof dataResults)[number] | null;
  account: (typeof dataAccounts)[number] | null;
  status: (typeof ruleStatuses)[number] | null;
  facts: DataFact[];
  owner: string | null;
  reviewBy: string | null;
  aiRole: (typeof aiRoles)[number] | null;
  aiTier: (typeof aiTiers)[number] | null;
}

export const nothingDecided: RuleFacts = {
  verdicts: {},
  result: null,
  account: null,
  status: null,
  facts: [],
  owner: null,
  reviewBy: null,
  aiRole: null,
  aiTier: null,
};

/** For which service, company and plan a rule is. */
export interface RulePlace {
  itemId: number;
  companyKey: string;
  tier: PlanTier;
}

/** A rule as it stands in the database; one that nobody has made has the version 0. */
export interface Rule extends RulePlace, RuleFacts {
  decidedBy: number | null;
  decidedAt: Date | null;
  version: number;
  /** By the database's clock: its last day is over. */
  isPastReview: boolean;
}

/** A rule, and whether the company's tag approves the service. */
export interface RuleView extends Rule {
  company: Company;
  hasApproval: boolean;
}

/** How a rule stands, for one sentence of the page. */
export type RuleStanding = 'undecided' | 'approved_undecided' | 'decided' | 'being_checked';

type Standing = Pick<Rule, 'status' | 'isPastReview'>;

const isYes = (verdict: ToldVerdict): boolean => verdict === 'yes' || verdict === 'yes_if';

const isBeingChecked = ({ status, isPastReview }: Standing): boolean =>
  isPastReview || status === 'under_review';

/** What a reader is told of a class. What forbids holds until somebody decides otherwise; what allows does not. */
export function toldVerdict(
  rule: Pick<Rule, 'verdicts'> & Standing,
  dataClass: DataClass,
): ToldVerdict {
  const stored = rule.verdicts[dataClass];
  if (!stored) return 'undecided';
  if (rule.status === 'not_allowed') return 'no';
  return isYes(stored.verdict) && isBeingChecked(rule) ? 'being_checked' : stored.verdict;
}

/** What a reader is told of a class, and what stands behind it for those who decide. */
export interface VerdictOfClass {
  dataClass: DataClass;
  verdict: ToldVerdict;
  companyKey: string;
  stored: StoredVerdict | null;
}

/** Whether a filter for a class keeps the service: a yes, with its condition or without. */
export const isAllowed = (rule: Pick<Rule, 'verdicts'> & Standing, dataClass: DataClass): boolean =>
  isYes(toldVerdict(rule, dataClass));

export function standingOf(
  rule: Pick<RuleView, 'verdicts' | 'hasApproval'> & Standing,
): RuleStanding {
  const isDecided = Object.keys(rule.verdicts).length > 0;
  if (!isDecided && rule.status !== 'not_allowed' && rule.status !== 'under_review')
    return rule.hasApproval ? 'approved_undecided' : 'undecided';
  return isBeingChecked(rule) ? 'being_checked' : 'decided';
}

/** Words that change a rule: what is left out stays, null clears. */
export interface RuleChange extends Partial<Omit<RuleFacts, 'verdicts' | 'facts'>> {
  verdicts?: { dataClass: DataClass; verdict: StoredVerdict | null }[] | undefined;
  facts?: { kind: DataFact['kind']; fact: DataFact | null }[] | undefined;
}

const factsOnly = ({
  verdicts,
  result,
  account,
  status,
  facts,
  owner,
  reviewBy,
  aiRole,
  aiTier,
}: RuleFacts): RuleFacts => ({
  verdicts,
  result,
  account,
  status,
  facts,
  owner,
  reviewBy,
  aiRole,
  aiTier,
});

const inOrder = (rule: RuleFacts): RuleFacts => ({
  ...factsOnly(rule),
  verdicts: Object.fromEntries(
    dataClasses.flatMap((one) => {
      const stored = rule.verdicts[one];
      if (!stored) return [];
      const { verdict, ru, en } = stored;
      const words = verdict === 'yes_if' ? { ...(ru && { ru }), ...(en && { en }) } : {};
      return [[one, { verdict, ...words }]];
    }),
  ),
  facts: factKinds.flatMap((kind) =>
    rule.facts
      .filter((fact) => fact.kind === kind)
      .map(({ ru, en, sourceUrl, sourceDate }) => ({
        kind,
        ...(ru && { ru }),
        ...(en && { en }),
        sourceUrl,
        sourceDate,
      })),
  ),
});

/** A rule after a change, without its place and its keepers. */
export function changed(before: RuleFacts, change: RuleChange): RuleFacts {
  const { verdicts = [], facts = [], ...rest } = change;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<RuleFacts>;
  const after = new Map<DataClass, StoredVerdict | undefined>(
    dataClasses.map((one) => [one, before.verdicts[one]]),
  );
  for (const { dataClass, verdict } of verdicts) after.set(dataClass, verdict ?? undefined);
  const kinds = new Set(facts.map(({ kind }) => kind));
  return inOrder({
    ...before,
    ...given,
    verdicts: Object.fromEntries([...after].filter(([, verdict]) => verdict)),
    facts: [
      ...before.facts.filter(({ kind }) => !kinds.has(kind)),
      ...facts.flatMap(({ fact }) => fact ?? []),
    ],
  });
}

/** Whether two rules say the same. */
export const sayTheSame = (one: RuleFacts, other: RuleFacts): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

/** Whether nothing at all is said. */
export const saysNothing = (rule: RuleFacts): boolean => sayTheSame(rule, nothingDecided);

const stricter = <Word extends string>(
  order: readonly Word[],
  one: Word | null,
  other: Word | null,
): Word | null =>
  one === null || other === null
    ? (one ?? other)
    : order[Math.max(order.indexOf(one), order.indexOf(other))]!;

/** A class about which two rules decide otherwise, and what holds of them. */
export interface RuleConflict {
  dataClass: DataClass;
  kept: VerdictWord;
  other: VerdictWord;
}

/**
 * The rule of a service into which another was merged: the stricter word of both, and of what only one of them says, that. The
 * earlier review counts.
 */
export function strictest(
  kept: RuleFacts,
  other: RuleFacts,
): { rule: RuleFacts; conflicts: RuleConflict[] } {
  const conflicts: RuleConflict[] = [];
  const verdicts = dataClasses.flatMap((dataClass): [DataClass, StoredVerdict][] => {
    const [one, two] = [kept.verdicts[dataClass], other.verdicts[dataClass]];
    if (!one || !two) return one || two ? [[dataClass, (one ?? two)!]] : [];
    if (one.verdict !== two.verdict)
      conflicts.push({ dataClass, kept: one.verdict, other: two.verdict });
    if (one.verdict === 'yes_if' && two.verdict === 'yes_if') {
      const both = (words: (string | undefined)[]) =>
        [...new Set(words.filter((word) => word))].join('; ') || undefined;
      const [ru, en] = [both([one.ru, two.ru]), both([one.en, two.en])];
      return [[dataClass, { verdict: 'yes_if', ru, en }]];
    }
    const isKept = verdictWords.indexOf(one.verdict) >= verdictWords.indexOf(two.verdict);
    return [[dataClass, isKept ? one : two]];
  });
  const kinds = new Set(kept.facts.map(({ kind }) => kind));
  const [first] = [kept.reviewBy, other.reviewBy].filter((day) => day !== null).toSorted();
  const rule = inOrder({
    verdicts: Object.fromEntries(verdicts),
    result: stricter(dataResults, kept.result, other.result),
    account: stricter(dataAccounts, kept.account, other.account),
    status: stricter(ruleStatuses, kept.status, other.status),
    facts: [...kept.facts, ...other.facts.filter(({ kind }) => !kinds.has(kind))],
    owner: kept.owner ?? other.owner,
    reviewBy: first ?? null,
    aiRole: kept.aiRole ?? other.aiRole,
    aiTier: stricter(aiTiers.toReversed(), kept.aiTier, other.aiTier),
  });
  return { rule, conflicts };
}
