// What the items of a page are before its reader, and whether the index that named them is behind: the statement that every page
// ends with.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/prepared.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import { pageTier, type RuleRow } from '../../access/dataRules/dataRules.module.ts';
import type { Engine } from '../../search/search.module.ts';
import type { ViewRow } from './itemCards.queries.ts';
import type { PageFacts } from './items.ts';
import type { TagCounts } from './items.ts';
import { companyOf } from './searchQuery.ts';

const pageStatement = {
  name: 'seen_page',
  text: `
    select is_behind as "isBehind", ids, versions, stamps, liked, own_cases as "ownCases", requested, rules
    from seen_page($1, $2, $3, $4, $5, $6)`,
};

/** What `seen_page` says of a page. */
interface PageRow {
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
  row: PageRow,
  countTag: PageFacts['countTag'],
): ViewRow[] {
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

const tagCounterOf =
  ({ index }: Engine) =>
  (tag: string): TagCounts => ({
    visibleCount: index.tagCount(tag, 'visible'),
    totalCount: index.tagCount(tag, 'all'),
  });

export function viewerItemStates(db: Knex) {
  /** These items, each once, in their order, as far as the viewer sees them at this moment. */
  return async function seen(
    viewer: Viewer,
    ids: readonly number[],
    { engine, snapshot }: { engine: Engine | null; snapshot: string },
  ): Promise<{ rows: ViewRow[]; isBehind: boolean }> {
    const userId = viewer.kind === 'member' ? viewer.user.id : 0;
    const company = companyOf(viewer)?.key ?? null;
    const [page] = await runPrepared<PageRow>(db, pageStatement, [
      userId,
      company,
      pageTier,
      isAdmin(viewer),
      ids,
      snapshot,
    ]);
    const { isBehind } = page!;
    const countTag = engine && !isBehind ? tagCounterOf(engine) : null;
    return { rows: toViews(ids, page!, countTag), isBehind };
  };
}
