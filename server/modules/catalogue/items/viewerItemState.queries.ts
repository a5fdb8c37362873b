// Viewer's state of items (likes, own use cases, access requests, data rules), read in one statement per page.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/preparedStatements.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { pageTier, type RuleRow } from '../../access/dataRules/dataRules.module.ts';
import type { Engine } from '../../search/search.module.ts';
import type { ViewerItemRow } from './itemCards.queries.ts';
import { companyOf } from './searchQuery.ts';

const pageStatement = {
  name: 'seen_page',
  text: `
    select is_behind as "isBehind", ids, versions, stamps, liked, own_cases as "ownCases", requested, rules
    from seen_page($1, $2, $3, $4, $5, $6)`,
};

/** Result of the SQL function `seen_page`. */
interface PageRow {
  /** Null if no snapshot was given. */
  isBehind: boolean | null;
  /** Items that the viewer can see, unordered. */
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

function toViews(asked: readonly number[], row: PageRow, engine: Engine | null): ViewerItemRow[] {
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
        page: {
          rule: rules?.[id] ?? null,
          hasRequest: requested.includes(id),
          engine,
        },
      },
    ];
  });
}

/**
 * The viewer's state of items: each visible item once, in the given order.
 * @param index the index that found the items; null if the database did
 */
export async function findViewerItemStates(
  db: Knex,
  viewer: Viewer,
  ids: readonly number[],
  index: { engine: Engine | null; snapshot: string } | null,
): Promise<{ rows: ViewerItemRow[]; isBehind: boolean }> {
  const userId = viewer.kind === 'member' ? viewer.user.id : 0;
  const [page] = await runPrepared<PageRow>(db, pageStatement, [
    userId,
    companyOf(viewer)?.key ?? null,
    pageTier,
    isAdmin(viewer),
    ids,
    index?.snapshot ?? null,
  ]);
  const isBehind = page!.isBehind ?? false;
  const engine = isBehind ? null : (index?.engine ?? null);
  return { rows: toViews(ids, page!, engine), isBehind };
}
