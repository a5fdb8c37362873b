// Scores answers: what stands first, what is among the first three, how good the page is, and what found nothing.
import type { JudgedQuery } from './searchJudgements.ts';

export const pageLength = 12;

/** The first page: sure answers and what is near behind them. */
export interface Page {
  ids: readonly number[];
  isSure: boolean;
  /** The share of it that says why it is there; null where nothing is, or the engine tells no reasons. */
  explained: number | null;
}

export type Engine = (query: string) => Page;

export interface Answer {
  judged: JudgedQuery;
  titles: readonly string[];
  isSure: boolean;
  explained: number | null;
}

/** Shares of 0..1 over some answers; null where no query asks for it. */
export interface Score {
  queries: number;
  /** What is made for it stands first. */
  first: number | null;
  /** Something fitting is among the first three. */
  hit: number | null;
  /** How good the order of the page is: 1 for what is made for it, 1/2 for what can serve it. */
  gain: number | null;
  /** Something fitting is on the page. */
  found: number | null;
  nothing: number | null;
  unsure: number | null;
  /** Of what nothing answers: empty, or said to be unsure. */
  refused: number | null;
  /** The mean share of a page that says why it is there. */
  explained: number | null;
}

const isAnswerable = ({ judged: { best, also } }: Answer): boolean => best.size + also.size > 0;

const gainOf = ({ best, also }: JudgedQuery, title: string): number =>
  best.has(title) ? 1 : also.has(title) ? 0.5 : 0;

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);

function normalisedGain({ judged, titles }: Answer): number {
  const ideal = [...[...judged.best].map(() => 1), ...[...judged.also].map(() => 0.5)];
  const most = discounted(ideal.toSorted((a, b) => b - a).slice(0, pageLength));
  // Two services of one title count once.
  const seen = [...new Set(titles)].map((title) => gainOf(judged, title));
  return discounted(seen) / most;
}

/** What counts as right at the first place: what can serve where nothing is made for it. */
const isRight = ({ best, also }: JudgedQuery, title: string | undefined): boolean =>
  title !== undefined && (best.size > 0 ? best : also).has(title);

export const isRightFirst = ({ judged, titles }: Answer): boolean => isRight(judged, titles[0]);

const mean = (values: readonly number[]): number | null =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

const shareOf = (answers: readonly Answer[], holds: (answer: Answer) => boolean): number | null =>
  mean(answers.map((answer) => (holds(answer) ? 1 : 0)));

/** Asks an engine every query. */
export const collectAnswers = (
  engine: Engine,
  queries: readonly JudgedQuery[],
  getTitle: (id: number) => string,
): Answer[] =>
  queries.map((judged) => {
    const { ids, isSure, explained } = engine(judged.query);
    return { judged, titles: ids.slice(0, pageLength).map(getTitle), isSure, explained };
  });

/** The score of some answers. */
export function scoreAnswers(answers: readonly Answer[]): Score {
  const asked = answers.filter(isAnswerable);
  const fits = ({ judged }: Answer, title: string) => gainOf(judged, title) > 0;
  return {
    queries: answers.length,
    first: shareOf(asked, isRightFirst),
    hit: shareOf(asked, (answer) => answer.titles.slice(0, 3).some((title) => fits(answer, title))),
    gain: mean(asked.map(normalisedGain)),
    found: shareOf(asked, (answer) => answer.titles.some((title) => fits(answer, title))),
    nothing: shareOf(asked, ({ titles }) => titles.length === 0),
    unsure: shareOf(asked, ({ titles, isSure }) => titles.length > 0 && !isSure),
    refused: shareOf(
      answers.filter((answer) => !isAnswerable(answer)),
      ({ titles, isSure }) => titles.length === 0 || !isSure,
    ),
    explained: mean(answers.flatMap(({ explained }) => explained ?? [])),
  };
}
