// SQL that answers one page of found items: its total, its order, and how the viewer stands towards each.
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { runPrepared } from '../../database/prepared.ts';
import { isAdmin, type Viewer } from '../accounts/accounts.ts';
import type { SearchQueries } from '../search/searchQueries.ts';
import { allOf, lexeme, type TsQuery } from '../search/tsQuery.ts';
import { cardVersion, standing, type ItemCards, type ViewRow } from './itemCards.search.ts';
import type { KnowledgeItem } from './knowledge.ts';

const pageStatement = {
  name: 'knowledge_page',
  text: `
    select page.total, page.stamp, items.id, ${cardVersion} as version, ${standing('$8::integer', 'items.id')}
    from search_page($1, $2::tsquery, $3::tsquery, $4, $5::tsquery, $6::tsquery[], $7::tsquery[], $9, $10, $11,
      $12, $13) as page
    left join unnest(page.item_ids) with ordinality as place (item_id, number) on true
    left join items on items.id = place.item_id
    order by place.number`,
};

/** A page past the end is one row that has the total alone. */
type PageRow = KeptTotal & (ViewRow | { id: null });

const isViewRow = (row: PageRow): row is KeptTotal & ViewRow => row.id !== null;

/** How many items match, as long as the stamp stands for the index (migration 0009_search_tally). */
interface KeptTotal {
  total: number;
  stamp: number | string;
}

/** Totals that are kept, and the characters of the queries that they belong to. */
const keptTotals = { max: 5_000, maxSize: 2_000_000 };

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

  /** A page of the items that match the queries (null: no text is asked for) and bear the lexemes. */
  async function readPage(
    viewer: Viewer,
    queries: SearchQueries | null,
    lexemes: readonly string[],
    window: { sort: string; perPage: number; page: number },
  ): Promise<{ items: KnowledgeItem[]; total: number }> {
    const { counted, uncounted } = toCount(queries, lexemes);
    const key = uncounted && `${isAdmin(viewer)} ${counted} ${uncounted}`;
    const known = key === null ? undefined : totals.get(key);
    const rows = await runPrepared<PageRow>(db, pageStatement, [
      isAdmin(viewer),
      queries?.needed ?? null,
      allOf(lexemes.map(lexeme)),
      counted,
      uncounted,
      queries?.names ?? [],
      queries?.senses ?? [],
      viewer.kind === 'member' ? viewer.user.id : 0,
      window.sort,
      window.perPage,
      window.page * window.perPage,
      known?.stamp ?? null,
      known?.total ?? null,
    ]);
    const [first] = rows;
    if (first && key !== null) totals.set(key, { total: first.total, stamp: first.stamp });
    const views = await cards.viewsOf(rows.filter(isViewRow));
    return {
      items: views.map((view) => ({ ...view.card.item, view })),
      total: first?.total ?? 0,
    };
  }

  return readPage;
}
