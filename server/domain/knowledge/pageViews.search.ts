// What the items of a page are before its reader, and whether the index that named them is behind: the statement that every page
// ends with.
import type { Knex } from 'knex';
import { readAcrossRequests, type PlacedRow } from '../../database/readAcrossRequests.ts';
import { isAdmin, type Viewer } from '../accounts/accounts.ts';
import { broughtTier } from '../dataRules/broughtRules.ts';
import type { Engine } from '../search/engine/engine.ts';
import type { ViewRow } from './itemCards.search.ts';
import type { PageBeside } from './itemCards.ts';
import type { TagCounts } from './knowledge.ts';
import { companyOf } from './searchQuery.ts';

const viewsStatement = {
  name: 'page_views_of_readers',
  text: `
    select is_behind as "isBehind", id, version, is_liked as "isLiked", own_use_cases_count as "ownUseCasesCount", rule,
      is_past_review as "isPastReview", has_request as "hasRequest", place::integer
    from unnest($1::integer[], $2::text[], $3::boolean[], $4::text[], $5::text[]) with ordinality
      as asked (reader, company, sees_hidden, ids, known, place)
    cross join lateral page_views(reader, company, $6, sees_hidden, asked.ids::integer[], known::pg_snapshot)
    where known is not null`,
};

/** What is asked of a page: who reads it, their company, whether they see what is hidden, the items, and what the index has seen. */
type PageKey = readonly [
  reader: number,
  company: string | null,
  seesHidden: boolean,
  ids: string,
  snapshot: string,
];

/** A row of a page; without an item when the reader sees none of those that were asked for. */
type PageRow = PlacedRow & { isBehind: boolean } & (
    (ViewRow & Omit<PageBeside, 'countTag'>) | { id: null }
  );

const toViews = (rows: readonly PageRow[], countTag: PageBeside['countTag']): ViewRow[] =>
  rows.flatMap((row) => {
    if (row.id === null) return [];
    const { id, version, isLiked, ownUseCasesCount, rule, isPastReview, hasRequest } = row;
    const beside = { rule, isPastReview, hasRequest, countTag };
    return [{ id, version, isLiked, ownUseCasesCount, beside }];
  });

const tagCounterOf =
  ({ index }: Engine) =>
  (tag: string): TagCounts => ({
    visibleCount: index.tagCount(tag, 'visible'),
    totalCount: index.tagCount(tag, 'live'),
  });

/** One for the whole process: each has a queue of its own. */
export function pageViews(db: Knex) {
  const readPage = readAcrossRequests<PageKey, PageRow>(db, viewsStatement, [broughtTier]);

  /** These items, each once, in their order, as far as the viewer sees them at this moment. */
  return async function seen(
    viewer: Viewer,
    ids: readonly number[],
    { engine, snapshot }: { engine: Engine | null; snapshot: string },
  ): Promise<{ rows: ViewRow[]; isBehind: boolean }> {
    const userId = viewer.kind === 'member' ? viewer.user.id : 0;
    const company = companyOf(viewer)?.key ?? null;
    const rows = await readPage([userId, company, isAdmin(viewer), `{${ids.join()}}`, snapshot]);
    const { isBehind } = rows[0]!;
    const countTag = engine && !isBehind ? tagCounterOf(engine) : null;
    return { rows: toViews(rows, countTag), isBehind };
  };
}
