/** Rows of the comparison: differences first. */
import type { TFunction } from 'i18next';
import { dataClasses, dataFactKinds } from '../../enums/generated.ts';
import type { CompareQuery } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate, formatList, formatNumber, truncate } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { companyVerdict } from '../../items/companyVerdict.ts';

export type ComparedItemData = CompareQuery['knowledgeItems'][number];

/** One row with a value per service. */
export interface ComparedRow {
  key: string;
  name: string;
  values: readonly string[];
  isDifferent: boolean;
}

export interface RowContext {
  t: TFunction<['service', 'dashboard']>;
  language: Language;
  /** The reader's company; null without one. */
  company: string | null;
}

const quoteLength = 140;

type CellText = (item: ComparedItemData) => string;

/** Rows of the reader's company: verdict, data classes, result, account. */
function companyLines({ t, language, company }: RowContext): [string, string, CellText][] {
  if (company === null) return [];
  const undecided = t('rules.verdict.undecided');
  const classes = dataClasses.map((dataClass): [string, string, CellText] => [
    dataClass,
    t(`rules.class.${dataClass}`),
    ({ dataRules }) => {
      const said = dataRules?.verdicts.find((one) => one.dataClass === dataClass);
      if (!said) return undecided;
      const condition = chooseText(said.conditionRu, said.conditionEn, language).text;
      const word = t(`rules.verdict.${said.verdict}`);
      return condition ? `${word.replace(/…$/, '')}: ${condition}` : word;
    },
  ]);
  return [
    [
      'company',
      t('usagePolicy.title'),
      ({ isVerified, dataRules }) =>
        t(`usagePolicy.${companyVerdict(isVerified, dataRules)}`, { company }),
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
      t('serviceUses.title'),
      ({ concepts }) =>
        formatList(
          concepts.map((concept) => chooseText(concept.nameRu, concept.nameEn, language).text),
          language,
        ) || t('compare.unknown'),
    ],
    ...facts,
    [
      'link',
      t('facts.link'),
      ({ linkCheck }) =>
        linkCheck
          ? t(`facts.state.${linkCheck.state}`, { date: formatDate(linkCheck.checkedAt, language) })
          : t('facts.unchecked'),
    ],
    ['added', t('facts.added'), ({ createdAt }) => formatDate(createdAt, language)],
  ];
}

/** All rows, different ones first, otherwise in the order of a service's page. */
export function comparedRows(items: readonly ComparedItemData[], words: RowContext): ComparedRow[] {
  const rows = [...companyLines(words), ...peopleLines(words), ...factLines(words)].map(
    ([key, name, say]): ComparedRow => {
      const values = items.map(say);
      return { key, name, values, isDifferent: new Set(values).size > 1 };
    },
  );
  return [...rows.filter((row) => row.isDifferent), ...rows.filter((row) => !row.isDifferent)];
}
