// Problems of an item that an admin may want to fix.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';

export const itemProblems = [
  'hidden',
  'brokenLink',
  'openReports',
  'noRules',
  'oneLanguage',
  'noPicture',
  'noUseCases',
] as const;
export type ItemProblem = (typeof itemProblems)[number];

export const itemProblemFilterInput = z.object({
  /** Null for all items. */
  problem: z.enum(itemProblems).nullable(),
  search: z
    .string()
    .max(limits.text.search)
    .transform((value) => value.trim()),
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});
export type ItemProblemFilter = z.infer<typeof itemProblemFilterInput>;

export interface ItemProblemPage {
  items: { itemId: number; problems: ItemProblem[] }[];
  total: number;
  /** Counts of all items, regardless of the search. */
  counts: { problem: ItemProblem; count: number }[];
}
