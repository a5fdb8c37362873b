/** Draft of a whole rule: its fields, its changes and the merge with changes of others. */
import { dataClasses, dataFactKinds } from '../../enums/generated.ts';
import type {
  AiActRole,
  AiActTier,
  DataAccount,
  DataClass,
  DataFactKind,
  DataResult,
  DataRulesInput,
  DataRulesStatus,
  DecidedRuleFragment,
} from './generated.ts';
import { cellOf, toVerdictInput, lacksCondition, isSameCell, type CellValue } from './cells.ts';

export interface FactDraft {
  textRu: string;
  textEn: string;
  sourceUrl: string;
  sourceDate: string;
}

export interface RuleDraft {
  cells: Record<DataClass, CellValue>;
  facts: Record<DataFactKind, FactDraft>;
  result: DataResult | null;
  account: DataAccount | null;
  status: DataRulesStatus | null;
  owner: string;
  reviewBy: string;
  aiRole: AiActRole | null;
  aiTier: AiActTier | null;
}

const factDraft = (rule: DecidedRuleFragment, kind: DataFactKind): FactDraft => {
  const fact = rule.facts.find((one) => one.kind === kind);
  return {
    textRu: fact?.textRu ?? '',
    textEn: fact?.textEn ?? '',
    sourceUrl: fact?.sourceUrl ?? '',
    sourceDate: fact?.sourceDate ?? '',
  };
};

export const toRuleDraft = (rule: DecidedRuleFragment): RuleDraft => ({
  cells: Object.fromEntries(
    dataClasses.map((one) => [one, cellOf(rule, one)]),
  ) as RuleDraft['cells'],
  facts: Object.fromEntries(
    dataFactKinds.map((one) => [one, factDraft(rule, one)]),
  ) as RuleDraft['facts'],
  result: rule.result,
  account: rule.account,
  status: rule.status,
  owner: rule.owner ?? '',
  reviewBy: rule.reviewBy ?? '',
  aiRole: rule.aiRole,
  aiTier: rule.aiTier,
});

const plainFields = [
  'result',
  'account',
  'status',
  'owner',
  'reviewBy',
  'aiRole',
  'aiTier',
] as const;

/** Changed fields of a draft, so that values changed by others are not overwritten. Null without changes. */
export function ruleInput(
  before: RuleDraft,
  draft: RuleDraft,
): Omit<DataRulesInput, 'itemId' | 'tier'> | null {
  const verdicts = dataClasses
    .filter((one) => !isSameCell(before.cells[one], draft.cells[one]))
    .map((one) => toVerdictInput(one, draft.cells[one]));
  const facts = dataFactKinds
    .filter((kind) => JSON.stringify(before.facts[kind]) !== JSON.stringify(draft.facts[kind]))
    .map((kind) => {
      const { textRu, textEn, sourceUrl, sourceDate } = draft.facts[kind];
      return {
        kind,
        textRu: textRu.trim() || null,
        textEn: textEn.trim() || null,
        sourceUrl: sourceUrl.trim() || null,
        sourceDate: sourceDate || null,
      };
    });
  const changed = plainFields.filter((name) => before[name] !== draft[name]);
  if (verdicts.length + facts.length + changed.length === 0) return null;
  return {
    ...(verdicts.length > 0 ? { verdicts } : {}),
    ...(facts.length > 0 ? { facts } : {}),
    ...Object.fromEntries(changed.map((name) => [name, draft[name] === '' ? null : draft[name]])),
  };
}

/** First missing part that blocks saving. */
export function findMissingPart(
  draft: RuleDraft,
): { what: 'condition'; of: DataClass } | { what: 'source'; of: DataFactKind } | null {
  const bare = dataClasses.find((one) => lacksCondition(draft.cells[one]));
  if (bare) return { what: 'condition', of: bare };
  const open = dataFactKinds.find((kind) => {
    const { textRu, textEn, sourceUrl, sourceDate } = draft.facts[kind];
    return (textRu.trim() || textEn.trim()) && !(sourceUrl.trim() && sourceDate);
  });
  return open ? { what: 'source', of: open } : null;
}

/** Three-way merge with the current rule: fields edited in the draft win. */
export function rebaseDraft(before: RuleDraft, draft: RuleDraft, now: RuleDraft): RuleDraft {
  const merge = <Value>(old: Value, mine: Value, theirs: Value): Value =>
    JSON.stringify(old) === JSON.stringify(mine) ? theirs : mine;
  const cells = Object.fromEntries(
    dataClasses.map((one) => [one, merge(before.cells[one], draft.cells[one], now.cells[one])]),
  ) as RuleDraft['cells'];
  const facts = Object.fromEntries(
    dataFactKinds.map((one) => [one, merge(before.facts[one], draft.facts[one], now.facts[one])]),
  ) as RuleDraft['facts'];
  const rest = Object.fromEntries(
    plainFields.map((name) => [name, merge<unknown>(before[name], draft[name], now[name])]),
  ) as Pick<RuleDraft, (typeof plainFields)[number]>;
  return { ...rest, cells, facts };
}
