// What the items of a page are before its reader, and whether the index that named them is behind: the statement that every page
// ends with.
import type { Knex } from 'knex';
import { readAcrossRequests, type PlacedRow } from '../../database/readAcrossRequests.ts';
import { isAdmin, type Viewer } from '../accounts/accounts.ts';
import { broughtTier, type RuleRow } from '../dataRules/broughtRules.ts';
import type { Engine } from '../search/engine/engine.ts';
import type { ViewRow } from './itemCards.search.ts';
import type { PageBeside } from './itemCards.ts';
import type { TagCounts } from './knowledge.ts';
import { companyOf } from './searchQuery.ts';

const pageStatement = {
  name: 'seen_pages',
  text: `
    select place::integer, is_behind as "isBehind", page.ids, versions, stamps, liked, own_cases as "ownCases", requested, rules
    from unnest($1::integer[], $2::text[], $3::boolean[], $4::text[], $5::text[]) with ordinality
      as asked (reader, company, sees_hidden, ids, known, place)
    cross join lateral seen_page(reader, company, $6, sees_hidden, asked.ids::integer[], known::pg_snapshot) as page
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

/** What `seen_page` says of a page. */
interface PageRow extends PlacedRow {
  isBehind: boolean;
  /** Those that the reader sees, in no order. */
  ids: number[];
  /** In the order of the ids. */
  versions: string[];
  stamps: string;
  liked: number[];
  /** An id for each of the reader's cases. */
  ownCases: number[];
  requested: number[];
  /** By their items; null where there is none. */
  rules: Record<number, RuleRow> | null;
}

function toViews(
  asked: readonly number[],
  page: PageRow,
  countTag: PageBeside['countTag'],
): ViewRow[] {
  const { ids, versions, stamps, liked, ownCases, requested, rules } = page;
  return [...new Set(asked)].flatMap((id) => {
    const place = ids.indexOf(id);
    if (place === -1) return [];
    return [
      {
        id,
        version: `${versions[place]}.${stamps}`,
        isLiked: liked.includes(id),
        ownUseCasesCount: ownCases.filter((itemId) => itemId === id).length,
        beside: { rule: rules?.[id] ?? null, hasRequest: requested.includes(id), countTag },
      },
    ];
  });
}

const tagCounterOf =
  ({ index }: Engine) =>
  (tag: string): TagCounts => ({
    visibleCount: index.tagCount(tag, 'visible'),
    totalCount: index.tagCount(tag, 'live'),
  });

/** One for the whole process: each has a queue of its own. */
export function pageViews(db: Knex) {
  const readPage = readAcrossRequests<PageKey, PageRow>(db, pageStatement, [broughtTier]);

  /** These items, each once, in their order, as far as the viewer sees them at this moment. */
  return async function seen(
    viewer: Viewer,
    ids: readonly number[],
    { engine, snapshot }: { engine: Engine | null; snapshot: string },
  ): Promise<{ rows: ViewRow[]; isBehind: boolean }> {
    const userId = viewer.kind === 'member' ? viewer.user.id : 0;
    const company = companyOf(viewer)?.key ?? null;
    const [page] = await readPage([userId, company, isAdmin(viewer), `{${ids.join()}}`, snapshot]);
    const { isBehind } = page!;
    const countTag = engine && !isBehind ? tagCounterOf(engine) : null;
    return { rows: toViews(ids, page!, countTag), isBehind };
  };
}
