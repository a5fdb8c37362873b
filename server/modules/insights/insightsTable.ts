// Plots as tables: a header and one row for each point.
import type { InsightCount } from './insights.ts';
import type { InsightsReport } from './insights.service.ts';

const numberCell = (value: number | null): string => (value === null ? '' : String(value));
const countCell = ({ count }: InsightCount): string =>
  count === null ? 'fewer than 5' : String(count);

type Rows = string[][];

async function adoptionRows(report: InsightsReport): Promise<Rows> {
  const { weeks, companies } = await report.adoption();
  const ofSeries = (company: string, points: typeof weeks): Rows =>
    points.map(({ weekStart, people, activeAccounts }) => [
      weekStart,
      company,
      countCell(people),
      countCell(activeAccounts),
    ]);
  return [
    ['week', 'company', 'people', 'active_accounts'],
    ...(report.scope.companyKey === null ? ofSeries('all', weeks) : []),
    ...companies.flatMap(({ companyKey, weeks: own }) => ofSeries(companyKey ?? 'none', own)),
  ];
}

async function trendRows(report: InsightsReport): Promise<Rows> {
  const { rising, fading } = await report.risingAndFading();
  const rows = (trends: typeof rising, trend: string): Rows =>
    trends.flatMap(({ itemId, title, added, removed, weeks }) => {
      const item = [String(itemId), title, trend];
      return [
        [...item, 'all', countCell(added), countCell(removed)],
        ...weeks.map((week) => [...item, week.weekStart, String(week.added), String(week.removed)]),
      ];
    });
  return [
    ['service_id', 'service', 'trend', 'week', 'added', 'removed'],
    ...rows(rising, 'rising'),
    ...rows(fading, 'fading'),
  ];
}

async function useCaseRows(report: InsightsReport): Promise<Rows> {
  const { weeks, withoutUseCase } = await report.useCases();
  return [
    ['week', 'written', 'liked', 'service_id', 'service_without_use_case', 'users'],
    ...weeks.map(({ weekStart, written, liked }) => [
      weekStart,
      countCell(written),
      countCell(liked),
      '',
      '',
      '',
    ]),
    ...withoutUseCase.map(({ itemId, title, users }) => [
      '',
      '',
      '',
      String(itemId),
      title,
      countCell(users),
    ]),
  ];
}

async function missingRows(report: InsightsReport): Promise<Rows> {
  const missing = await report.missing();
  return [
    ['week', 'text', 'language', 'searches_open', 'searches_served'],
    ...(missing?.weeks ?? []).map(({ weekStart, open, served }) => [
      weekStart,
      '',
      '',
      String(open),
      String(served),
    ]),
    ...(missing?.topGaps ?? []).map(({ text, language, searches, isServed }) => [
      '',
      text,
      language,
      String(isServed ? 0 : searches),
      String(isServed ? searches : 0),
    ]),
  ];
}

async function accessRows(report: InsightsReport): Promise<Rows> {
  const { overall, byCompany, outcomes } = await report.access();
  const waiting = (rows: typeof overall, company: string | null): Rows =>
    rows.map((row) => [
      row.step,
      company ?? row.companyKey ?? 'none',
      numberCell(row.medianHours),
      numberCell(row.p90Hours),
      '',
      numberCell(row.requests),
    ]);
  return [
    ['step', 'company', 'median_hours', 'p90_hours', 'outcome', 'requests'],
    ...(report.scope.companyKey === null ? waiting(overall, 'all') : []),
    ...waiting(byCompany, null),
    ...outcomes.map(({ outcome, requests }) => [
      '',
      report.scope.companyKey ?? 'all',
      '',
      '',
      outcome,
      countCell(requests),
    ]),
  ];
}

async function healthRows(report: InsightsReport): Promise<Rows> {
  const { openComplaints, ...numbers } = await report.health();
  return [
    ['measure', 'count'],
    ['services', String(numbers.services)],
    ['broken_links', String(numbers.brokenLinks)],
    ['missing_translations', String(numbers.missingTranslations)],
    ['missing_data_rules', String(numbers.missingDataRules)],
    ['without_picture', String(numbers.withoutPicture)],
    ['without_use_case', String(numbers.withoutUseCase)],
    ...openComplaints.map(({ age, complaints }) => [
      `open_complaints_${age}`,
      countCell(complaints),
    ]),
  ];
}

export const tableRows = {
  adoption: adoptionRows,
  rising_and_fading: trendRows,
  use_cases: useCaseRows,
  missing: missingRows,
  access: accessRows,
  health: healthRows,
};
export type InsightsPlot = keyof typeof tableRows;
