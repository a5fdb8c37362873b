/** What a comparison says, line by line: what differs first. Pure. */
import type { TFunction } from 'i18next';
import { dataClasses, dataFactKinds } from '../../enums/generated.ts';
import type { CompareQuery } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDate, formatList, formatNumber, truncate } from '../../i18n/formats.ts';
import type { Language } from '../../i18n/languages.ts';
import { saidOf } from '../../items/companyVerdict.ts';

export type ComparedItem = CompareQuery['knowledgeItems'][number];

/** One line: what it is about, and what each service says to it, in their order. */
export interface ComparedRow {
  key: string;
  name: string;
  values: readonly string[];
  isDifferent: boolean;
}

export interface Words {
  t: TFunction<['service', 'dashboard']>;
  language: Language;
  /** The reader's company; null without one. */
  company: string | null;
}

const quoteLength = 140;

type Saying = (item: ComparedItem) => string;

/** The lines of the reader's company: its verdict, what may go in, what becomes of the result. */
function companyLines({ t, language, company }: Words): [string, string, Saying][] {
  if (company === null) return [];
  const undecided = t('rules.verdict.undecided');
  const classes = dataClasses.map((dataClass): [string, string, Saying] => [
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
      t('mayI.title'),
      ({ isVerified, dataRules }) => t(`mayI.${saidOf(isVerified, dataRules)}`, { company }),
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

/** What people do with it. */
function peopleLines({ t, language, company }: Words): [string, string, Saying][] {
  const here: [string, string, Saying][] = [
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
      t('cases.title'),
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

/** What it is, and what is known of it. */
function factLines({ t, language }: Words): [string, string, Saying][] {
  const facts = dataFactKinds.map((kind): [string, string, Saying] => [
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
      t('serves.title'),
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

/** All lines, those that differ before those that do not, each in the order of a service's page. */
export function comparedRows(items: readonly ComparedItem[], words: Words): ComparedRow[] {
  const rows = [...companyLines(words), ...peopleLines(words), ...factLines(words)].map(
    ([key, name, say]): ComparedRow => {
      const values = items.map(say);
      return { key, name, values, isDifferent: new Set(values).size > 1 };
    },
  );
  return [...rows.filter((row) => row.isDifferent), ...rows.filter((row) => !row.isDifferent)];
}
