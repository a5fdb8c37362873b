// Texts of a service for the Telegram bot: its verdicts, status and incidents in the words of its page.
import { limits } from '../../config/limits.ts';
import { languages, type Language } from '../../shared/language.ts';
import { screenPaths } from '../../shared/screenPaths.ts';
import { cutText, oneLine } from '../../shared/cleanText.ts';
import type { BotServiceFragment, DataClass } from './generated.ts';
import { pageTexts } from './pageTexts/generated.ts';

/** A text of the page with its placeholders filled. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');

const dateFormats = Object.fromEntries(
  languages.map((language) => [
    language,
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }),
  ]),
);

const formatDate = (moment: string, language: Language): string =>
  dateFormats[language]!.format(new Date(moment));

const inLanguage = (language: Language, ru: string | null, en: string | null): string =>
  oneLine((language === 'ru' ? (ru ?? en) : (en ?? ru)) ?? '');

export const titleOf = ({ titleRu, titleEn }: BotServiceFragment, language: Language): string =>
  cutText(inLanguage(language, titleRu, titleEn), limits.botQuestion.title);

const serviceUrl = (publicUrl: string, { id }: BotServiceFragment): string =>
  publicUrl + screenPaths.service.replace(':id', id);

const statusText = ({ approvalStatus }: BotServiceFragment, language: Language): string =>
  pageTexts[language].status[approvalStatus];

const incidentLines = ({ incidents }: BotServiceFragment, language: Language): string[] => {
  const { kind: kinds, since } = pageTexts[language].incident;
  return incidents.map(
    ({ kind, startedAt }) =>
      `${kinds[kind]} · ${fill(since, { date: formatDate(startedAt, language) })}`,
  );
};

type Rules = NonNullable<BotServiceFragment['dataRules']>;

const verdictLines = (
  { verdicts }: Rules,
  asked: readonly DataClass[],
  language: Language,
  isBrief = false,
): string[] => {
  const { rules, status } = pageTexts[language];
  const { dataClass: classes, verdict: words } = rules;
  return verdicts
    .filter(({ dataClass }) => asked.length === 0 || asked.includes(dataClass))
    .map(({ dataClass, verdict, conditionRu, conditionEn }) => {
      const condition = inLanguage(language, conditionRu, conditionEn);
      if (!condition) return `${classes[dataClass]} — ${words[verdict]}`;
      return isBrief
        ? `${classes[dataClass]} — ${status.with_conditions}`
        : `${classes[dataClass]} — ${words[verdict]}: ${condition}`;
    });
};

/** The page's text for a service without verdicts. */
function undecidedLine(item: BotServiceFragment, language: Language): string {
  const { approvalStatus: status, dataRules: rules } = item;
  const { usagePolicy: texts } = pageTexts[language];
  if (!rules) return `${texts.noCompany} ${texts.undecidedHint}`;
  if (status === 'approved' || status === 'with_conditions') return texts.approvedHint;
  return `${fill(texts[status], { company: oneLine(rules.company.name) })} ${texts.undecidedHint}`;
}

const isDecided = (rules: Rules | null): rules is Rules =>
  rules?.decisionState === 'decided' || rules?.decisionState === 'being_checked';

/** Incidents, verdicts and the day of the decision. */
function policyLines(
  item: BotServiceFragment,
  asked: readonly DataClass[],
  language: Language,
): string[] {
  const { dataRules: rules } = item;
  const incidents = incidentLines(item, language);
  if (!isDecided(rules)) return [...incidents, undecidedLine(item, language)];
  const { rules: ruleTexts, usagePolicy } = pageTexts[language];
  const company = oneLine(rules.company.name);
  return [
    ...incidents,
    // The page shows the status beside the verdicts, so an undecided data class is not listed as open.
    ...(item.approvalStatus === 'not_allowed' ? [fill(usagePolicy.not_allowed, { company })] : []),
    ...verdictLines(rules, asked, language),
    ...(rules.decidedAt
      ? [fill(ruleTexts.decidedAt, { date: formatDate(rules.decidedAt, language) })]
      : []),
  ];
}

interface Wanted {
  asked: readonly DataClass[];
  language: Language;
  publicUrl: string;
}

/** The full answer about one service, with its link. */
export function serviceText(
  item: BotServiceFragment,
  { asked, language, publicUrl }: Wanted,
): string {
  const { usagePolicy, rules: ruleTexts } = pageTexts[language];
  const { dataRules: rules } = item;
  const heading = rules && [
    fill(usagePolicy.title, { company: oneLine(rules.company.name) }),
    ...(isDecided(rules) ? [ruleTexts.plan[rules.tier]] : []),
  ];
  return [
    titleOf(item, language),
    ...(heading ? [heading.join(' · ')] : []),
    ...policyLines(item, asked, language),
    '',
    serviceUrl(publicUrl, item),
  ].join('\n');
}

/** The answer about one service in two lines. */
export const serviceSummary = (
  item: BotServiceFragment,
  asked: readonly DataClass[],
  language: Language,
): string => {
  const lines = policyLines(item, asked, language);
  const summary = asked.length > 0 ? lines : [statusText(item, language), ...lines];
  return cutText(summary.join(' · '), limits.botQuestion.description);
};

/** A service in a list, with its verdicts on the asked data; the brief form has no conditions. */
function listedText(
  item: BotServiceFragment,
  { asked, language, publicUrl }: Wanted,
  isBrief: boolean,
): string {
  const rules = asked.length > 0 && isDecided(item.dataRules) ? item.dataRules : null;
  const plan = rules ? ` · ${pageTexts[language].rules.plan[rules.tier]}` : '';
  return [
    `• ${titleOf(item, language)} — ${statusText(item, language)}${plan}`,
    ...(rules ? verdictLines(rules, asked, language, isBrief) : []),
    serviceUrl(publicUrl, item),
  ].join('\n');
}

/** As many services as fit, each with its full conditions or none. */
export function listText(
  items: readonly BotServiceFragment[],
  { room, ...wanted }: Wanted & { room: number },
): string {
  const texts: string[] = [];
  let left = room;
  for (const item of items) {
    const text = [false, true]
      .map((isBrief) => listedText(item, wanted, isBrief))
      .find(({ length }) => length <= left);
    if (text === undefined) break;
    texts.push(text);
    left -= text.length + 1;
  }
  return texts.join('\n');
}
