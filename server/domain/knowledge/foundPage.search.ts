// SQL that answers one page of found items: its total, its order, and how the viewer stands towards each.
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { runPrepared } from '../../database/prepared.ts';
import { isAdmin, type Viewer } from '../accounts/accounts.ts';
import type { SearchQueries } from '../search/searchQueries.ts';
import { allOf, lexeme, type TsQuery } from '../search/tsQuery.ts';
import { viewColumns, type ItemCards, type ViewRow } from './itemCards.search.ts';
import type { KnowledgeItem } from './knowledge.ts';

/** The rows of a page whose ids a function has found; the reader is the first value. */
const rowsOf = (columns: string, found: string): string => `
  select ${columns}, ${viewColumns}
  from ${found} as page
  left join lateral item_views($1, page.item_ids) with ordinality as shown on true
  order by shown.ordinality`;

/** What the dashboard opens with: the visible items by likes, with no text and no filters. */
const browseStatement = {
  name: 'knowledge_browse',
  text: rowsOf('page.total', 'browse_page($2, $3)'),
};

const pageStatement = {
  name: 'knowledge_page',
  text: rowsOf(
    'page.total, page.stamp',
    `search_page($2, $3::tsquery, $4::tsquery, $5, $6::tsquery, $7::tsquery[], $8::tsquery[], $9, $10, $11,
      $12, $13)`,
  ),
};

/** A page past the end is one row that has the total alone. */
type PageRow = { total: number } & (ViewRow | { id: null });

const isViewRow = (row: PageRow): row is { total: number } & ViewRow => row.id !== null;

/** How many items match, as long as the stamp stands for the index (migration 0013_search_tally). */
interface KeptTotal {
  total: number;
  stamp: number | string;
}

/** Totals that are kept, and the characters of the queries that they belong to. */
const keptTotals = { max: 5_000, maxSize: 2_000_000 };

interface Reader {
  /** 0 for nobody. */
  userId: number;
  seesHidden: boolean;
}

interface Window {
  sort: string;
  perPage: number;
  page: number;
}

/** What is counted already, and what must be counted: filters that go with a text or with each other, all together. */
function toCount(
  queries: SearchQueries | null,
  filters: readonly string[],
): { counted: string | null; uncounted: TsQuery } {
  if (queries && filters.length === 0) return queries;
  if (!queries && filters.length < 2) return { counted: filters[0] ?? '', uncounted: null };
  const texts = queries ? [queries.needed] : [];
  return { counted: null, uncounted: allOf([...texts, ...filters.map(lexeme)]) };
}

/**
 * Reads pages. The total of a search is counted once: it is kept here and taken again for as long as the index is the same,
 * which the statement itself sees.
 */
export function pageReader(db: Knex, cards: ItemCards) {
  const totals = new LRUCache<string, KeptTotal>({
    ...keptTotals,
    sizeCalculation: (_total, key) => key.length,
  });

  const browseRows = ({ userId }: Reader, { perPage, page }: Window): Promise<PageRow[]> =>
    runPrepared<PageRow>(db, browseStatement, [userId, perPage, page * perPage]);

  async function searchRows(
    { userId, seesHidden }: Reader,
    queries: SearchQueries | null,
    lexemes: readonly string[],
    { sort, perPage, page }: Window,
  ): Promise<PageRow[]> {
    const { counted, uncounted } = toCount(queries, lexemes);
    const key = uncounted && `${seesHidden} ${counted} ${uncounted}`;
    const known = key === null ? undefined : totals.get(key);
    const rows = await runPrepared<PageRow & KeptTotal>(db, pageStatement, [
      userId,
      seesHidden,
      queries?.needed ?? null,
      allOf(lexemes.map(lexeme)),
      counted,
      uncounted,
      queries?.names ?? [],
      queries?.senses ?? [],
      sort,
      perPage,
      page * perPage,
      known?.stamp ?? null,
      known?.total ?? null,
    ]);
    const [first] = rows;
    if (first && key !== null) totals.set(key, { total: first.total, stamp: first.stamp });
    return rows;
  }

  /** A page of the items that match the queries (null: no text is asked for) and bear the lexemes. */
  return async function readPage(
    viewer: Viewer,
    queries: SearchQueries | null,
    lexemes: readonly string[],
    window: Window,
  ): Promise<{ items: KnowledgeItem[]; total: number }> {
    const reader: Reader = {
      userId: viewer.kind === 'member' ? viewer.user.id : 0,
      seesHidden: isAdmin(viewer),
    };
    const browses =
      !queries && lexemes.length === 0 && window.sort === 'likes desc' && !reader.seesHidden;
    const rows = browses
      ? await browseRows(reader, window)
      : await searchRows(reader, queries, lexemes, window);
    const items = await cards.itemsOf(rows.filter(isViewRow));
    return { items, total: rows[0]?.total ?? 0 };
  };
}
