// Judged queries, and the scores of answers to them.

export interface JudgedQuery {
  group: string;
  /** Profession of those who have the task; absent where it could be anybody's. */
  profession?: string;
  query: string;
  /** Titles of what is made for it. */
  best: ReadonlySet<string>;
  /** Titles of what can serve it. */
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

/** A page of results for a query, by their titles. */
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

/** Normalised discounted cumulative gain: 2 for what is made for the query, 1 for what can serve it. */
function gainOf({ judged: { best, also }, titles }: JudgedAnswer, length: number): number {
  const ideal = [...[...best].map(() => 2), ...[...also].map(() => 1)].slice(0, length);
  const gains = titles
    .slice(0, length)
    .map((title) => (best.has(title) ? 2 : also.has(title) ? 1 : 0));
  return discounted(gains) / discounted(ideal);
}

/** Shares of 0 to 1; null where no query asks for it. */
export interface Score {
  /** The best answer stands first. */
  first: number | null;
  /** Something that fits is among the first three. */
  hit: number | null;
  /** Something that fits is on the page. */
  found: number | null;
  /** nDCG of the page. */
  gain: number | null;
  nothing: number | null;
  unsure: number | null;
  /** Of unanswerable queries: answered by nothing, or by something said to be unsure. */
  refused: number | null;
}

/** Length of a page. */
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
