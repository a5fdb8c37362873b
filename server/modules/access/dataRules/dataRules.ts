// Data rules (usage policy) of an item, by company and plan: verdicts for each class of data, effective verdict, approval status. Pure.
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

/** Decisions on a data class in ascending strictness; undecided classes are missing. */
export const verdictValues = ['yes', 'yes_if', 'ask', 'no'] as const;
export type Verdict = (typeof verdictValues)[number];

/** The displayed verdict: never `yes` for an undecided class or a decision under review. */
export type EffectiveVerdict = Verdict | 'undecided' | 'being_checked';

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
  verdict: Verdict;
  /** The condition of a `yes_if`, in at least one language. */
  ru?: string | undefined;
  en?: string | undefined;
}

/** A fact about an item with its source. */
export interface DataFact {
  kind: (typeof factKinds)[number];
  ru?: string | undefined;
  en?: string | undefined;
  sourceUrl: string;
  /** The day on which the source was read. */
  sourceDate: string;
}

/** A rule as stored, logged and restored, as JSON. Days are formatted `2026-12-31`. */
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

export const emptyRule: RuleFacts = {
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

export interface RuleKey {
  itemId: number;
  companyKey: string;
  tier: PlanTier;
}

/** A stored rule; version 0 means that nobody has decided anything. */
export interface Rule extends RuleKey, RuleFacts {
  decidedBy: number | null;
  decidedAt: Date | null;
  version: number;
  /** True when the review day is over by the database clock. */
  isPastReview: boolean;
}

/** A rule with its company, and whether the item has the company's approval tag. */
export interface RuleView extends Rule {
  company: Company;
  hasApproval: boolean;
  /** True while an open incident of the item concerns the company. */
  hasIncident: boolean;
}

/** State of a rule, for the summary on the page. */
export type RuleState = 'undecided' | 'approved_undecided' | 'decided' | 'being_checked';

type StatusFields = Pick<RuleView, 'status' | 'isPastReview' | 'hasIncident'>;

const isYes = (verdict: EffectiveVerdict): boolean => verdict === 'yes' || verdict === 'yes_if';

const isBeingChecked = ({ status, isPastReview, hasIncident }: StatusFields): boolean =>
  isPastReview || hasIncident || status === 'under_review';

/** The displayed verdict of a class. After the review day a `no` or `ask` still holds, a `yes` does not. */
export function effectiveVerdict(
  rule: Pick<Rule, 'verdicts'> & StatusFields,
  dataClass: DataClass,
): EffectiveVerdict {
  const stored = rule.verdicts[dataClass];
  if (!stored) return 'undecided';
  if (rule.status === 'not_allowed') return 'no';
  return isYes(stored.verdict) && isBeingChecked(rule) ? 'being_checked' : stored.verdict;
}

/** The displayed verdict of a class, with the stored decision for those who decide. */
export interface VerdictOfClass {
  dataClass: DataClass;
  verdict: EffectiveVerdict;
  companyKey: string;
  stored: StoredVerdict | null;
}

export const verdictOfClass = (
  rule: Pick<Rule, 'verdicts' | 'companyKey'> & StatusFields,
  dataClass: DataClass,
): VerdictOfClass => ({
  dataClass,
  verdict: effectiveVerdict(rule, dataClass),
  companyKey: rule.companyKey,
  stored: rule.verdicts[dataClass] ?? null,
});

/** True when the search filter for a class keeps the item: `yes` or `yes_if`. */
export const isAllowed = (
  rule: Pick<Rule, 'verdicts'> & StatusFields,
  dataClass: DataClass,
): boolean => isYes(effectiveVerdict(rule, dataClass));

export function ruleState(
  rule: Pick<RuleView, 'verdicts' | 'hasApproval'> & StatusFields,
): RuleState {
  const isDecided = Object.keys(rule.verdicts).length > 0;
  if (!isDecided && rule.status !== 'not_allowed' && !isBeingChecked(rule))
    return rule.hasApproval ? 'approved_undecided' : 'undecided';
  return isBeingChecked(rule) ? 'being_checked' : 'decided';
}

/**
 * The approval status of an item for a person, from the company's approval, its data rules, and the person's own
 * request.
 */
export const approvalStatuses = [
  'approved',
  'with_conditions',
  'under_review',
  'not_decided',
  'not_allowed',
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const isConditional = ({ verdict }: StoredVerdict): boolean =>
  verdict === 'yes_if' || verdict === 'ask';

/**
 * The status by a company's rule; null for a person without a company. Only the company's tag approves, and a
 * prohibition or a review outranks it.
 */
export function approvalStatus(
  rule: (Pick<RuleView, 'verdicts' | 'hasApproval'> & StatusFields) | null,
): ApprovalStatus {
  if (!rule) return 'not_decided';
  const isAllRefused = dataClasses.every((one) => rule.verdicts[one]?.verdict === 'no');
  if (rule.status === 'not_allowed' || isAllRefused) return 'not_allowed';
  if (ruleState(rule) === 'being_checked') return 'under_review';
  if (!rule.hasApproval) return 'not_decided';
  return rule.status === 'restricted' || Object.values(rule.verdicts).some(isConditional)
    ? 'with_conditions'
    : 'approved';
}

/** A change of a rule: missing fields stay unchanged, null clears. */
export interface RuleChange extends Partial<Omit<RuleFacts, 'verdicts' | 'facts'>> {
  verdicts?: { dataClass: DataClass; verdict: StoredVerdict | null }[] | undefined;
  facts?: { kind: DataFact['kind']; fact: DataFact | null }[] | undefined;
}

const ruleFacts = ({
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

const normaliseRule = (rule: RuleFacts): RuleFacts => ({
  ...ruleFacts(rule),
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

export function applyChange(before: RuleFacts, change: RuleChange): RuleFacts {
  const { verdicts = [], facts = [], ...rest } = change;
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Partial<RuleFacts>;
  const after = new Map<DataClass, StoredVerdict | undefined>(
    dataClasses.map((one) => [one, before.verdicts[one]]),
  );
  for (const { dataClass, verdict } of verdicts) after.set(dataClass, verdict ?? undefined);
  const kinds = new Set(facts.map(({ kind }) => kind));
  return normaliseRule({
    ...before,
    ...given,
    verdicts: Object.fromEntries([...after].filter(([, verdict]) => verdict)),
    facts: [
      ...before.facts.filter(({ kind }) => !kinds.has(kind)),
      ...facts.flatMap(({ fact }) => fact ?? []),
    ],
  });
}

export const isSameRule = (one: RuleFacts, other: RuleFacts): boolean =>
  JSON.stringify(normaliseRule(one)) === JSON.stringify(normaliseRule(other));

export const isEmptyRule = (rule: RuleFacts): boolean => isSameRule(rule, emptyRule);

const strictest = <Word extends string>(
  order: readonly Word[],
  one: Word | null,
  other: Word | null,
): Word | null =>
  one === null || other === null
    ? (one ?? other)
    : order[Math.max(order.indexOf(one), order.indexOf(other))]!;

/** A class on which two merged rules disagree. */
export interface RuleConflict {
  dataClass: DataClass;
  kept: Verdict;
  other: Verdict;
}

/** The rule of a merged item: the stricter decision of both, and the earlier review. */
export function mergeRules(
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
    const isKept = verdictValues.indexOf(one.verdict) >= verdictValues.indexOf(two.verdict);
    return [[dataClass, isKept ? one : two]];
  });
  const kinds = new Set(kept.facts.map(({ kind }) => kind));
  const [first] = [kept.reviewBy, other.reviewBy].filter((day) => day !== null).toSorted();
  const rule = normaliseRule({
    verdicts: Object.fromEntries(verdicts),
    result: strictest(dataResults, kept.result, other.result),
    account: strictest(dataAccounts, kept.account, other.account),
    status: strictest(ruleStatuses, kept.status, other.status),
    facts: [...kept.facts, ...other.facts.filter(({ kind }) => !kinds.has(kind))],
    owner: kept.owner ?? other.owner,
    reviewBy: first ?? null,
    aiRole: kept.aiRole ?? other.aiRole,
    aiTier: strictest(aiTiers.toReversed(), kept.aiTier, other.aiTier),
  });
  return { rule, conflicts };
}
