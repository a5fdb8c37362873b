/** Changed fields of an edited service or of its data rules, as texts. */
import { useTranslation } from 'react-i18next';
import {
  aiActRoles,
  aiActTiers,
  dataAccounts,
  dataClasses,
  dataFactKinds,
  dataResults,
  dataRulesStatuses,
  dataVerdictValues,
  planTiers,
} from '../../enums/generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export type Facts = Record<string, unknown>;

/** A part by its name, and what it says. */
type Part = [name: string, words: string];

/** Changed fields, before and after. */
export interface ChangedFields {
  detail: string;
  before: string;
  after: string;
}

export const factsOf = (value: unknown): Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Facts) : {};

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

const editedFields = [
  'titleRu',
  'titleEn',
  'descriptionRu',
  'descriptionEn',
  'sourceUrl',
  'imageUrl',
  'tags',
  'tasksRu',
  'tasksEn',
  'adminNotes',
] as const;

/** Changed parts; the name of a single one is the detail, of several it precedes each value. */
function changedOf(was: readonly Part[], is: readonly Part[]): ChangedFields {
  const changed = is.flatMap(([name, words], at) => {
    const before = was[at]?.[1] ?? '';
    return before === words ? [] : [{ name, before, after: words }];
  });
  const [only] = changed;
  if (changed.length === 1 && only)
    return { detail: only.name, before: only.before, after: only.after };
  const side = (which: 'before' | 'after') =>
    changed.map((one) => `${one.name}: ${one[which] || '—'}`).join('; ');
  return { detail: '', before: side('before'), after: side('after') };
}

export function useChangedFields(): Record<
  'fields' | 'rules',
  (was: Facts, is: Facts) => ChangedFields
> {
  const { t } = useTranslation(['dashboard', 'rules', 'service']);
  const { language } = useLanguage();
  const none = t('rules:form.none');

  const fieldsOf = (facts: Facts, names: readonly (typeof editedFields)[number][]): Part[] =>
    names.map((name) => {
      const value = facts[name];
      const words = Array.isArray(value)
        ? value.map((one) => (name === 'tags' ? `#${String(one)}` : String(one))).join(', ')
        : String(value ?? '');
      return [t(`curation.fields.${name}`), words];
    });

  const verdictOf = (value: unknown): string => {
    const facts = factsOf(value);
    const verdict = oneOf(dataVerdictValues, facts['verdict']);
    const condition = facts[language] ?? facts['ru'] ?? facts['en'];
    const words = t(`rules:verdict.${verdict ?? 'undecided'}`);
    return typeof condition === 'string' && condition ? `${words}: ${condition}` : words;
  };
  const factsSaid = (value: unknown): string =>
    (Array.isArray(value) ? value : [])
      .map((one) => {
        const facts = factsOf(one);
        const kind = oneOf(dataFactKinds, facts['kind']);
        return [
          kind ? t(`service:rules.fact.${kind}`) : '',
          facts[language] ?? facts['ru'] ?? facts['en'],
          facts['sourceDate'],
        ]
          .filter(Boolean)
          .join(' ');
      })
      .join(', ') || none;
  const rulesOf = (facts: Facts): Part[] => {
    const verdicts = factsOf(facts['verdicts']);
    const status = oneOf(dataRulesStatuses, facts['status']);
    const result = oneOf(dataResults, facts['result']);
    const account = oneOf(dataAccounts, facts['account']);
    const role = oneOf(aiActRoles, facts['aiRole']);
    const risk = oneOf(aiActTiers, facts['aiTier']);
    const { owner, reviewBy } = facts;
    return [
      ...dataClasses.map((one): Part => [
        t(`service:rules.class.${one}`),
        verdictOf(verdicts[one]),
      ]),
      [t('rules:form.status'), status ? t(`rules:status.${status}`) : none],
      [t('rules:form.result'), result ? t(`service:rules.result.${result}`) : none],
      [t('rules:form.account'), account ? t(`service:rules.account.${account}`) : none],
      [t('rules:form.owner'), typeof owner === 'string' ? owner : none],
      [
        t('rules:form.reviewBy'),
        typeof reviewBy === 'string' ? formatDate(reviewBy, language) : none,
      ],
      [t('rules:form.aiRole'), role ? t(`rules:aiRole.${role}`) : none],
      [t('rules:form.aiTier'), risk ? t(`rules:aiTier.${risk}`) : none],
      [t('rules:form.facts'), factsSaid(facts['facts'])],
    ];
  };

  return {
    fields: (was, is) => {
      const names = editedFields.filter((name) => name in was || name in is);
      return changedOf(fieldsOf(was, names), fieldsOf(is, names));
    },
    rules: (was, is) => {
      const changed = changedOf(rulesOf(was), rulesOf(is));
      const tier = oneOf(planTiers, is['tier'] ?? was['tier']);
      const place = [is['company'] ?? was['company'], tier && t(`rules:tiers.${tier}`)];
      return { ...changed, detail: [...place, changed.detail].filter(Boolean).join(' · ') };
    },
  };
}
