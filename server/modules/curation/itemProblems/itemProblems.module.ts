// Items with problems that an admin may want to fix.
import type { Knex } from 'knex';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { likePattern } from '../../../database/likePattern.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';

const itemProblems = [
  'hidden',
  'brokenLink',
  'openReports',
  'noRules',
  'oneLanguage',
  'noPicture',
  'noUseCases',
] as const;
type ItemProblem = (typeof itemProblems)[number];

const itemProblemFilterInput = z.object({
  /** Null for all items. */
  problem: z.enum(itemProblems).nullable(),
  search: z
    .string()
    .max(limits.text.search)
    .transform((value) => value.trim()),
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});
type ItemProblemFilter = z.infer<typeof itemProblemFilterInput>;

export interface ItemProblemPage {
  items: { itemId: number; problems: ItemProblem[] }[];
  total: number;
  /** Counts of all items, regardless of the search. */
  counts: { problem: ItemProblem; count: number }[];
}

/** SQL condition: a row of `data_rules` contains a decision. */
export const decidedRuleSql = `(verdicts <> '{}' or status = 'not_allowed')`;

/** SQL condition of each problem, for a row of `items`. */
export const itemProblemSql: Record<ItemProblem, string> = {
  hidden: `items.admin_visibility = 'hidden'`,
  brokenLink: `exists (select from link_checks where item_id = items.id and url = items.source_url and state = 'broken')`,
  openReports: `exists (select from complaints where item_id = items.id and status in ('new', 'in_progress'))`,
  noRules: `not exists (select from data_rules where item_id = items.id and ${decidedRuleSql})`,
  oneLanguage: `(items.title_ru is null or items.title_en is null
    or (items.description_ru is null) <> (items.description_en is null))`,
  noPicture: `coalesce(items.image_url, items.site_image_url) is null`,
  noUseCases: `items.use_cases_count = 0`,
};

const flags = itemProblems
  .map((problem) => `${itemProblemSql[problem]} as "${problem}"`)
  .join(', ');
const counts = itemProblems
  .map((problem) => `count(*) filter (where "${problem}")::integer as "${problem}"`)
  .join(', ');

type Flags = Record<ItemProblem, boolean>;

/** Items with problems, most used first. */
async function findItemProblems(
  db: Knex,
  { problem, search, page, perPage }: ItemProblemFilter,
): Promise<ItemProblemPage> {
  const flagged = db('items')
    .select('id', 'title_ru', 'title_en', 'source_url', 'likes_count')
    .select(db.raw(flags))
    .whereNull('removed_at');
  const wanted = db.with('flagged', flagged).from('flagged');
  if (problem) wanted.where(problem, true);
  if (search)
    wanted.where((either) =>
      ['title_ru', 'title_en', 'source_url'].forEach((column) =>
        either.orWhereILike(column, likePattern(search)),
      ),
    );
  const rows: (Flags & { id: number; total: number })[] = await wanted
    .select('flagged.*', db.raw('count(*) over ()::integer as total'))
    .orderBy([{ column: 'likes_count', order: 'desc' }, 'id'])
    .limit(perPage)
    .offset(page * perPage);
  const [all] = await db.with('flagged', flagged).from('flagged').select(db.raw(counts));
  return {
    items: rows.map((row) => ({
      itemId: row.id,
      problems: itemProblems.filter((one) => row[one]),
    })),
    total: rows[0]?.total ?? 0,
    counts: itemProblems.map((one) => ({ problem: one, count: all[one] })),
  };
}

/** Only for admins. */
export class ItemProblemsService {
  private readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async list(viewer: Viewer, filter: ItemProblemFilter): Promise<ItemProblemPage> {
    requireAdmin(viewer);
    return findItemProblems(this.db, parseInput(itemProblemFilterInput, filter));
  }
}
