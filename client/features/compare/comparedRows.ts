/** Rows of the comparison: differences first. */
import type { TFunction } from 'i18next';
import { dataClasses, dataFactKinds } from '../../enums/generated.ts';
import type { ApprovalStatus } from '../../generated.ts';
import type { CompareQuery, EffectiveDataVerdict } from '../../items/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate, formatList, formatNumber, truncate } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { linkCheckText } from '../../items/linkCheckText.ts';

export type ComparedItemData = CompareQuery['knowledgeItems'][number];

/** One row with a value per service. */
export interface ComparedRow {
  key: string;
  name: string;
  values: readonly ComparedValue[];
  isDifferent: boolean;
  /** Nothing is known of any service. */
  isUnknown: boolean;
}

export interface ComparedValue {
  text: string;
  /** Shown as the status itself. */
  status?: ApprovalStatus;
  /** Shown beside the text. */
  verdict?: EffectiveDataVerdict;
}

export interface RowContext {
  t: TFunction<['service', 'dashboard']>;
  language: Language;
  /** The reader's company; null without one. */
  company: string | null;
}

const quoteLength = 140;

type CellText = (item: ComparedItemData) => string | ComparedValue;

/** Rows of the reader's company: status, stage, data classes, result, account. */
function companyLines({ t, language, company }: RowContext): [string, string, CellText][] {
  if (company === null) return [];
  const undecided = t('rules.verdict.undecided');
  const classes = dataClasses.map((dataClass): [string, string, CellText] => [
    dataClass,
    t(`dashboard:filters.class.${dataClass}`),
    ({ dataRules }) => {
      const said = dataRules?.verdicts.find((one) => one.dataClass === dataClass);
      if (!said) return { text: undecided, verdict: 'undecided' };
      const condition = chooseText(said.conditionRu, said.conditionEn, language).text;
      const word = t(`rules.verdict.${said.verdict}`);
      return { text: condition ? `${word}: ${condition}` : word, verdict: said.verdict };
    },
  ]);
  return [
    [
      'status',
      t('compare.status'),
      ({ approvalStatus: status }) => ({ text: t(`dashboard:status.${status}`), status }),
    ],
    [
      'stage',
      t('dashboard:stage.stage'),
      ({ stage }) => t(`dashboard:stage.names.${stage?.stage ?? 'listed'}`),
    ],
    ...classes,
    [
      'result',
      t('compare.result'),
      ({ dataRules }) => (dataRules?.result ? t(`rules.result.${dataRules.result}`) : undecided),
    ],
    [
      'account',
      t('compare.account'),
      ({ dataRules }) => (dataRules?.account ? t(`rules.account.${dataRules.account}`) : undecided),
    ],
  ];
}

/** Their open incidents. */
function incidentLines({ t, language }: RowContext): [string, string, CellText][] {
  return [
    [
      'incident',
      t('compare.incident'),
      ({ incidents }) =>
        incidents
          .map(({ kind, textRu, textEn }) => {
            const said = chooseText(textRu, textEn, language).text;
            return `${t(`dashboard:incident.kind.${kind}`)}: ${said}`;
          })
          .join('; ') || t('compare.noIncident'),
    ],
  ];
}

/** Rows about its use. */
function peopleLines({ t, language, company }: RowContext): [string, string, CellText][] {
  const here: [string, string, CellText][] = [
    [
      'here',
      t('compare.here'),
      ({ colleagues }) =>
        colleagues.length === 0
          ? t('usedBy.nobody')
          : t('compare.people', {
              count: colleagues.length,
              names: formatList(
                colleagues.map(({ name }) => name),
                language,
              ),
            }),
    ],
  ];
  return [
    ...(company === null ? [] : here),
    [
      'uses',
      t('usedBy.title'),
      ({ usedBy }) =>
        formatList(
          usedBy.map(
            (use) =>
              `${use.company?.name ?? t('usedBy.others')}\u00A0${formatNumber(use.count, language)}`,
          ),
          language,
        ) || t('usedBy.nobody'),
    ],
    [
      'cases',
      t('useCases.title'),
      ({ recommendedUseCases: [first], useCasesCount }) => {
        const count = t('dashboard:cases', { count: useCasesCount });
        if (!first) return count;
        const { text, language: written } = chooseText(
          first.descriptionRu,
          first.descriptionEn,
          language,
        );
        const quoted = truncate(text, quoteLength, written) ?? text;
        const outdated =
          first.outdatedLanguage === written
            ? ` (${t(`dashboard:useCases.outdated.${written}`)})`
            : '';
        return `${count}. ${first.author?.name ?? ''}: ${quoted}${outdated}`;
      },
    ],
  ];
}

/** Rows about the service itself. */
function factLines({ t, language }: RowContext): [string, string, CellText][] {
  const facts = dataFactKinds.map((kind): [string, string, CellText] => [
    kind,
    t(`rules.fact.${kind}`),
    ({ dataRules }) => {
      const fact = dataRules?.facts.find((one) => one.kind === kind);
      if (!fact) return t('compare.unknown');
      const source = t('rules.source', { date: formatDate(fact.sourceDate, language) });
      return `${chooseText(fact.textRu, fact.textEn, language).text} (${source})`;
    },
  ]);
  return [
    [
      'approvals',
      t('compare.approvals'),
      ({ partnerBadges }) =>
        formatList(
          partnerBadges.map(({ name }) => name),
          language,
        ) || t('compare.none'),
    ],
    [
      'tasks',
      t('compare.tasks'),
      ({ concepts }) =>
        formatList(
          concepts.map((concept) => chooseText(concept.nameRu, concept.nameEn, language).text),
          language,
        ) || t('compare.unknown'),
    ],
    ...facts,
    ['link', t('facts.link'), ({ linkCheck }) => linkCheckText(linkCheck, t, language)],
    ['added', t('facts.added'), ({ createdAt }) => formatDate(createdAt, language)],
  ];
}

/** All rows, different ones first, otherwise in the order of a service's page. */
export function comparedRows(items: readonly ComparedItemData[], words: RowContext): ComparedRow[] {
  const { t } = words;
  const unknown = [
    t('compare.unknown'),
    t('rules.verdict.undecided'),
    t('facts.unchecked'),
    t('dashboard:stage.names.listed'),
  ];
  const lines = [
    ...(items.some(({ incidents }) => incidents.length > 0) ? incidentLines(words) : []),
    ...companyLines(words),
    ...peopleLines(words),
    ...factLines(words),
  ];
  const rows = lines.map(([key, name, say]): ComparedRow => {
    const values = items.map(say).map((said) => (typeof said === 'string' ? { text: said } : said));
    return {
      key,
      name,
      values,
      isDifferent: new Set(values.map(({ text }) => text)).size > 1,
      isUnknown: key !== 'status' && values.every(({ text }) => unknown.includes(text)),
    };
  });
  return [...rows.filter((row) => row.isDifferent), ...rows.filter((row) => !row.isDifferent)];
}
