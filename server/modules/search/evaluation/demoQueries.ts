// Judged queries for the demo catalogue; docs/performance.md describes their origin.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseQueries, type JudgedQuery } from './judgedQueries.ts';

export const halves = ['tuned', 'heldOut'] as const;

/** @param half `heldOut` must not be used for tuning: nobody reads its misses or adds words because of them */
export const readQueries = (half: (typeof halves)[number]): JudgedQuery[] =>
  parseQueries(readFileSync(join(import.meta.dirname, `searchQueries.${half}.jsonl`), 'utf8'));
