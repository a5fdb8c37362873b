// Judged queries, and scores of their results.

export interface JudgedQuery {
  group: string;
  /** Profession of people with the task; missing for a general one. */
  profession?: string;
  query: string;
  /** Titles of items made for the task. */
  best: ReadonlySet<string>;
  /** Titles of items that can serve the task. */
  also: ReadonlySet<string>;
}

interface Line extends Omit<JudgedQuery, 'group' | 'best' | 'also'> {
  group?: string;
  best: string[];
  also?: string[];
}

/** Reads lines of JSON: `{"query": "…", "best": ["Title"], "also": ["Title"], "group": "task"}`. @throws SyntaxError */
export const parseQueries = (lines: string): JudgedQuery[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .map(({ group = 'task', best, also = [], ...line }) => ({
      ...line,
      group,
      best: new Set(best),
      also: new Set(also),
    }));

/** Titles on a page of results for a query. */
export interface JudgedAnswer {
  judged: JudgedQuery;
  titles: readonly string[];
  isSure: boolean;
}

export const isAnswerable = ({ judged: { best, also } }: JudgedAnswer): boolean =>
  best.size + also.size > 0;
const fits = ({ judged: { best, also } }: JudgedAnswer, title: string): boolean =>
  best.has(title) || also.has(title);
/** True when the first result is right; an item that can serve the query is right if none is made for it. */
export const isRightFirst = ({ judged: { best, also }, titles: [title] }: JudgedAnswer): boolean =>
  title !== undefined && (best.size > 0 ? best : also).has(title);

const shareOf = (
  answers: readonly JudgedAnswer[],
  holds: (answer: JudgedAnswer) => boolean,
): number | null => (answers.length === 0 ? null : answers.filter(holds).length / answers.length);

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);

/** Normalised discounted cumulative gain: 2 for an item made for the query, 1 for one that can serve it. */
function gainOf({ judged: { best, also }, titles }: JudgedAnswer, length: number): number {
  const ideal = [...[...best].map(() => 2), ...[...also].map(() => 1)].slice(0, length);
  const gains = titles
    .slice(0, length)
    .map((title) => (best.has(title) ? 2 : also.has(title) ? 1 : 0));
  return discounted(gains) / discounted(ideal);
}

/** Shares from 0 to 1; null without such queries. */
export interface Score {
  /** The best result is first. */
  first: number | null;
  /** A fitting result is among the first three. */
  hit: number | null;
  /** A fitting result is on the page. */
  found: number | null;
  gain: number | null;
  nothing: number | null;
  unsure: number | null;
  /** Unanswerable queries with no results, or with results marked as unsure. */
  refused: number | null;
}

export const pageLength = 12;

export function scoreOf(answers: readonly JudgedAnswer[]): Score {
  const asked = answers.filter(isAnswerable);
  const gain = asked.reduce((sum, one) => sum + gainOf(one, pageLength), 0) / asked.length;
  return {
    first: shareOf(asked, isRightFirst),
    hit: shareOf(asked, (one) => one.titles.slice(0, 3).some((title) => fits(one, title))),
    found: shareOf(asked, (one) => one.titles.some((title) => fits(one, title))),
    gain: asked.length === 0 ? null : gain,
    nothing: shareOf(asked, ({ titles }) => titles.length === 0),
    unsure: shareOf(asked, ({ titles, isSure }) => titles.length > 0 && !isSure),
    refused: shareOf(
      answers.filter((one) => !isAnswerable(one)),
      ({ titles, isSure }) => titles.length === 0 || !isSure,
    ),
  };
}
