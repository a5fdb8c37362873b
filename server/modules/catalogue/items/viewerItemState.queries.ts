// State of items before a viewer (likes, own use cases, access requests, data rules), read in one statement per page.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/prepared.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { pageTier, type RuleRow } from '../../access/dataRules/dataRules.module.ts';
import type { Engine } from '../../search/search.module.ts';
import type { ViewerItemRow } from './itemCards.queries.ts';
import type { PageFacts, TagCounts } from './items.ts';
import { companyOf } from './searchQuery.ts';

const pageStatement = {
  name: 'seen_page',
  text: `
    select is_behind as "isBehind", ids, versions, stamps, liked, own_cases as "ownCases", requested, rules
    from seen_page($1, $2, $3, $4, $5, $6)`,
};

/** Result of the SQL function `seen_page`. */
interface PageRow {
  isBehind: boolean;
  /** Items that the viewer can see, in no order. */
  ids: number[];
  /** In the order of the ids. */
  versions: string[];
  stamps: string;
  liked: number[];
  /** One item id for each use case of the viewer. */
  ownCases: number[];
  requested: number[];
  /** Data rules by item id; null if there are none. */
  rules: Record<number, RuleRow> | null;
}

function toViews(
  asked: readonly number[],
  row: PageRow,
  countTag: PageFacts['countTag'],
): ViewerItemRow[] {
  const { ids, versions, stamps, liked, ownCases, requested, rules } = row;
  return [...new Set(asked)].flatMap((id) => {
    const place = ids.indexOf(id);
    if (place === -1) return [];
    return [
      {
        id,
        version: `${versions[place]}.${stamps}`,
        isLiked: liked.includes(id),
        ownUseCasesCount: ownCases.filter((itemId) => itemId === id).length,
        page: { rule: rules?.[id] ?? null, hasRequest: requested.includes(id), countTag },
      },
    ];
  });
}

const tagCounter =
  ({ index }: Engine) =>
  (tag: string): TagCounts => ({
    visibleCount: index.tagCount(tag, 'visible'),
    totalCount: index.tagCount(tag, 'live'),
  });

/** The state of items before a viewer: each visible item once, in the given order; and whether the index is behind the database. */
export async function findViewerItemStates(
  db: Knex,
  viewer: Viewer,
  ids: readonly number[],
  { engine, snapshot }: { engine: Engine | null; snapshot: string },
): Promise<{ rows: ViewerItemRow[]; isBehind: boolean }> {
  const userId = viewer.kind === 'member' ? viewer.user.id : 0;
  const [page] = await runPrepared<PageRow>(db, pageStatement, [
    userId,
    companyOf(viewer)?.key ?? null,
    pageTier,
    isAdmin(viewer),
    ids,
    snapshot,
  ]);
  const { isBehind } = page!;
  const countTag = engine && !isBehind ? tagCounter(engine) : null;
  return { rows: toViews(ids, page!, countTag), isBehind };
}
