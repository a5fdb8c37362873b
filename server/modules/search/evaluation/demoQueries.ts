// Judged queries over the demo catalogue; docs/performance.md says how they were made.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseQueries, type JudgedQuery } from './judgedQueries.ts';

export const halves = ['tuned', 'heldOut'] as const;

/** @param half `heldOut`: nobody reads its misses, tunes a number or adds a word because of them */
export const readQueries = (half: (typeof halves)[number]): JudgedQuery[] =>
  parseQueries(readFileSync(join(import.meta.dirname, `searchQueries.${half}.jsonl`), 'utf8'));
