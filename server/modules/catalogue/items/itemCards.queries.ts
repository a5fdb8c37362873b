// Cache of item cards, shared by all viewers and refreshed when the version of a card changes; and what each viewer has done with the items.
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { runPrepared } from '../../../database/preparedStatements.ts';
import { pageTier, type RuleRow } from '../../access/dataRules/dataRules.module.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { Engine } from '../../search/search.module.ts';
import { itemColumns, type ItemRow, toItem } from './items.rows.ts';
import type {
  CardKey,
  Expert,
  ItemCard,
  ItemView,
  KnowledgeItem,
  PageFacts,
  PartnerBadge,
  Tag,
} from './items.ts';
import { companyOf } from './searchQuery.ts';

const cardVersion = `items.xmin::text || '.' || (select coalesce(bit_xor(stamp), 0) from card_stamps)`;

/** Columns of `item_views`. */
const viewColumns = `
  shown.id, shown.version, shown.is_liked as "isLiked", shown.own_use_cases_count as "ownUseCasesCount"`;

/** A row of a page: the version of the card, and the state of the viewer. */
interface ViewerItemRow extends CardKey {
  isLiked: boolean;
  ownUseCasesCount: number;
  page?: PageFacts;
}

interface CardRow extends ItemRow {
  version: string;
  tags: (Tag & { company: PartnerBadge | null })[];
}

const cardsStatement = {
  name: 'item_cards',
  text: `
    select ${itemColumns.join(', ')}, ${cardVersion} as version,
      (select coalesce(json_agg(json_build_object(
          'id', tags.id, 'originalName', original_name, 'nameRu', name_ru, 'nameEn', name_en, 'isApproval', is_approval,
          'company', case when has_badge then json_build_object(
            'key', key, 'name', name, 'tone', badge_tone) end)
          order by position, tags.id), '[]')
        from item_tags join tags on tags.id = tag_id
          left join companies on is_approval and approval_tag = lower(original_name)
        where item_id = items.id) as tags
    from items where items.id in (select unnest($1::integer[]))`,
};

const viewsStatement = {
  name: 'item_views',
  text: `select ${viewColumns} from item_views($1, $2) as shown`,
};

const byKey = (a: PartnerBadge, b: PartnerBadge): number => (a.key < b.key ? -1 : 1);

function toCard(row: CardRow, experts: Expert[]): ItemCard {
  const allTags = row.tags.map(({ company: _company, ...tag }): Tag => tag);
  const badges = new Map(
    row.tags.flatMap(({ company }) => (company ? [[company.key, company] as const] : [])),
  );
  return {
    version: row.version,
    item: toItem(row),
    tags: allTags.filter((tag) => !tag.isApproval),
    allTags,
    approvals: allTags.filter((tag) => tag.isApproval).map((tag) => tag.originalName.toLowerCase()),
    partnerBadges: [...badges.values()].sort(byKey),
    topExperts: experts,
    expertsCount: experts[0]?.expertsCount ?? 0,
  };
}

interface Options {
  db: Knex;
  /** The experts on a card, best first. */
  topExperts(itemIds: readonly number[]): Promise<Expert[]>;
  /** Number of cached cards. */
  max: number;
}

/**
 * Creates the cache. The version of a card comes from the statement that reads the page, so a card is never older than
 * its page, whichever process changed the item.
 */
export function createItemCards({ db, topExperts, max }: Options) {
  const cache = new LRUCache<number, ItemCard>({ max });

  async function load(ids: readonly number[]): Promise<Map<number, ItemCard>> {
    const rows = await runPrepared<CardRow>(db, cardsStatement, [ids]);
    // Reads experts after the version: newer ones are only read again, while older ones would stay in the cache.
    const experts = Map.groupBy(await topExperts(ids), (expert) => expert.itemId);
    const cards = rows.map((row) => toCard(row, experts.get(row.id) ?? []));
    for (const card of cards) cache.set(card.item.id, card);
    return new Map(cards.map((card) => [card.item.id, card]));
  }

  /** The views of a page in its order, without items that were deleted meanwhile. */
  async function viewsOf(rows: readonly ViewerItemRow[]): Promise<ItemView[]> {
    const cards = rows.map(({ id, version }) => {
      const card = cache.get(id);
      return card?.version === version ? card : null;
    });
    const missing = rows.filter((_row, place) => cards[place] === null).map((row) => row.id);
    const loaded = missing.length > 0 ? await load(missing) : null;
    return rows.flatMap(({ id, isLiked, ownUseCasesCount, page = null }, place) => {
      const card = cards[place] ?? loaded?.get(id);
      return card ? [{ card, isLiked, ownUseCasesCount, page }] : [];
    });
  }

  const toItems = (views: readonly ItemView[]): KnowledgeItem[] =>
    views.map((view) => ({ ...view.card.item, view }));

  const views = async (userId: number, ids: readonly number[]): Promise<ItemView[]> =>
    viewsOf(await runPrepared<ViewerItemRow>(db, viewsStatement, [userId, ids]));

  return {
    /** The items of a page in its order, without items that were deleted meanwhile. */
    itemsOf: async (rows: readonly ViewerItemRow[]): Promise<KnowledgeItem[]> =>
      toItems(await viewsOf(rows)),

    /** Items with the viewer's state, hidden ones included; the caller checks the rights. */
    items: async (userId: number, ids: readonly number[]): Promise<KnowledgeItem[]> =>
      toItems(await views(userId, ids)),

    /** Views of items with the viewer's state, hidden ones included; the caller checks the rights. */
    views,
  };
}

export type ItemCards = ReturnType<typeof createItemCards>;

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
