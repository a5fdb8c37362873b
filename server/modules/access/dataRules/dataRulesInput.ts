// Input validation of data rules.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { optionalText, text, trimmedText } from '../../../shared/validation.ts';
import {
  aiRoles,
  aiTiers,
  dataAccounts,
  dataClasses,
  dataResults,
  factKinds,
  planTiers,
  ruleStatuses,
  verdictValues,
  type RuleChange,
} from './dataRules.ts';

const line = optionalText(limits.text.ruleLine).transform(
  (value) => value?.replaceAll(/\s+/gu, ' ') ?? undefined,
);

/** A calendar day such as `2026-12-31`. */
const day = z
  .string()
  .refine((value) => /^[12]\d{3}-/.test(value) && z.iso.date().safeParse(value).success, {
    message: 'Write the day as 2026-12-31',
    params: { code: 'day' },
  });

const sourceUrl = text(limits.text.ruleSource).refine(
  (value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value),
  {
    message: 'The source must be a web address that begins with http:// or https://',
    params: { code: 'webAddress' },
  },
);

const verdictInput = z
  .strictObject({
    dataClass: z.enum(dataClasses),
    verdict: z.enum([...verdictValues, 'undecided']),
    conditionRu: line,
    conditionEn: line,
  })
  .refine(
    ({ verdict, conditionRu, conditionEn }) => verdict !== 'yes_if' || conditionRu || conditionEn,
    {
      path: ['conditionEn'],
      message: 'A “yes, if” needs its condition',
      params: { code: 'conditionMissing' },
    },
  )
  .transform(({ dataClass, verdict, conditionRu, conditionEn }) => ({
    dataClass,
    verdict:
      verdict === 'undecided'
        ? null
        : { verdict, ...(verdict === 'yes_if' ? { ru: conditionRu, en: conditionEn } : {}) },
  }));

const factInput = z
  .strictObject({
    kind: z.enum(factKinds),
    textRu: line,
    textEn: line,
    sourceUrl: sourceUrl.nullish(),
    sourceDate: day.nullish(),
  })
  .refine((fact) => (!fact.textRu && !fact.textEn) || Boolean(fact.sourceUrl && fact.sourceDate), {
    path: ['sourceUrl'],
    message: 'A fact needs its source and the day on which it was read',
    params: { code: 'sourceMissing' },
  })
  .transform(({ kind, textRu, textEn, sourceUrl: url, sourceDate }) => ({
    kind,
    fact:
      (textRu || textEn) && url && sourceDate
        ? { kind, ru: textRu, en: textEn, sourceUrl: url, sourceDate }
        : null,
  }));

const unique = <Entry>(keyOf: (entry: Entry) => string) => ({
  check: (list: Entry[] | null | undefined) =>
    new Set(list?.map(keyOf)).size === (list?.length ?? 0),
  fault: { message: 'The list contains the same entry twice', params: { code: 'repeated' } },
});
const onceOfClass = unique<{ dataClass: string }>(({ dataClass }) => dataClass);
const onceOfKind = unique<{ kind: string }>(({ kind }) => kind);

export const ruleChangeInput = z.strictObject({
  itemId: z.int().positive(),
  tier: z.enum(planTiers),
  expectedVersion: z.int().min(0).nullish(),
  verdicts: z
    .array(verdictInput)
    .max(dataClasses.length)
    .refine(onceOfClass.check, onceOfClass.fault)
    .nullish(),
  result: z.enum(dataResults).nullish(),
  account: z.enum(dataAccounts).nullish(),
  status: z.enum(ruleStatuses).nullish(),
  facts: z
    .array(factInput)
    .max(factKinds.length)
    .refine(onceOfKind.check, onceOfKind.fault)
    .nullish(),
  owner: trimmedText(limits.text.ruleLine).nullish(),
  reviewBy: day.nullish(),
  aiRole: z.enum(aiRoles).nullish(),
  aiTier: z.enum(aiTiers).nullish(),
});

export type RuleChangeInput = z.input<typeof ruleChangeInput>;
export type CheckedChange = z.output<typeof ruleChangeInput>;

const ruleKey = unique<CheckedChange>(({ itemId, tier }) => `${itemId} ${tier}`);

export const ruleChangesInput = z
  .array(ruleChangeInput)
  .max(limits.lists.dataRulesAtOnce)
  .refine(ruleKey.check, ruleKey.fault);

export const historyInput = z.strictObject({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});

/** Free texts of a change, each with its path in the input. */
export const freeTexts = ({
  verdicts,
  facts,
  owner,
}: CheckedChange): { path: string; text: string }[] => {
  const texts: [path: string, text: string | null | undefined][] = [
    ['owner', owner],
    ...(verdicts ?? []).flatMap(({ verdict }, index): typeof texts => [
      [`verdicts.${index}.conditionRu`, verdict?.ru],
      [`verdicts.${index}.conditionEn`, verdict?.en],
    ]),
    ...(facts ?? []).flatMap(({ fact }, index): typeof texts => [
      [`facts.${index}.textRu`, fact?.ru],
      [`facts.${index}.textEn`, fact?.en],
      [`facts.${index}.sourceUrl`, fact?.sourceUrl],
    ]),
  ];
  return texts.flatMap(([path, text]) => (text ? { path, text } : []));
};

export const toRuleChange = ({
  itemId: _item,
  tier: _tier,
  expectedVersion: _version,
  verdicts,
  facts,
  owner,
  ...rest
}: CheckedChange): RuleChange => ({
  ...rest,
  owner: owner === undefined ? undefined : owner || null,
  verdicts: verdicts ?? undefined,
  facts: facts ?? undefined,
});

export const itemsInput = historyInput.extend({
  company: z.string(),
  tier: z.enum(planTiers),
  search: optionalText(limits.text.search),
  waiting: z.boolean(),
  toReview: z.boolean().default(false),
});
