// What the items of a page are before its reader, and whether the index that named them is behind: the statement that every page
// ends with.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/prepared.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { pageTier, type RuleRow } from '../../access/dataRules/dataRules.module.ts';
import type { Engine } from '../../search/search.module.ts';
import type { ViewRow } from './itemCards.queries.ts';
import { companyOf } from './searchQuery.ts';

const pageStatement = {
  name: 'seen_page',
  text: `
    select is_behind as "isBehind", ids, versions, stamps, liked, own_cases as "ownCases", requested, rules
    from seen_page($1, $2, $3, $4, $5, $6)`,
};

/** What `seen_page` says of a page. */
interface PageRow {
  /** Null where no snapshot was given. */
  isBehind: boolean | null;
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

function toViews(asked: readonly number[], row: PageRow, engine: Engine | null): ViewRow[] {
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

export function viewerItemStates(db: Knex) {
  /**
   * These items, each once, in their order, as far as the viewer sees them at this moment.
   * @param index what has named them; null where nobody asked it
   */
  return async function seen(
    viewer: Viewer,
    ids: readonly number[],
    index: { engine: Engine | null; snapshot: string } | null,
  ): Promise<{ rows: ViewRow[]; isBehind: boolean }> {
    const userId = viewer.kind === 'member' ? viewer.user.id : 0;
    const company = companyOf(viewer)?.key ?? null;
    const [page] = await runPrepared<PageRow>(db, pageStatement, [
      userId,
      company,
      pageTier,
      isAdmin(viewer),
      ids,
      index?.snapshot ?? null,
    ]);
    const isBehind = page!.isBehind ?? false;
    const engine = isBehind ? null : (index?.engine ?? null);
    return { rows: toViews(ids, page!, engine), isBehind };
  };
}
