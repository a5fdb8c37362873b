// The judged queries over the demo catalogue; docs/performance.md says how they were made.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const halves = ['tuned', 'heldOut'] as const;

export interface JudgedQuery {
  group: string;
  /** Whose task it is; absent where it could be anybody's. */
  profession?: string;
  query: string;
  /** English titles of what is made for it. */
  best: ReadonlySet<string>;
  /** English titles of what can serve it. */
  also: ReadonlySet<string>;
}

interface Line extends Omit<JudgedQuery, 'best' | 'also'> {
  best: string[];
  also: string[];
}

/** @param half `heldOut`: nobody reads its misses, tunes a number or adds a word because of them */
export const readQueries = (half: (typeof halves)[number]): JudgedQuery[] =>
  readFileSync(join(import.meta.dirname, `searchQueries.${half}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .map((line) => ({ ...line, best: new Set(line.best), also: new Set(line.also) }));
