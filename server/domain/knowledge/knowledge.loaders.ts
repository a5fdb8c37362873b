// The catalogue by many keys, for one request.
import type { Knex } from 'knex';
import { loadMany, loadOne } from '../../shared/loaders.ts';
import type { User, Viewer } from '../accounts/accounts.ts';
import { toUser, userColumns, type UserRow } from '../accounts/accounts.store.ts';
import type { KnowledgeItem } from './knowledge.ts';
import { itemColumns, tagColumns, toItem, toTag, visibleItems } from './knowledge.rows.ts';
import type { ItemRow, TagRow } from './knowledge.rows.ts';

/** How the viewer stands towards an item. */
interface OwnRelation {
  itemId: number;
  isLiked: boolean;
  ownUseCasesCount: number;
}

const likersPerItem = 20;

export function knowledgeLoaders(db: Knex, viewer: Viewer) {
  const userId = viewer.kind === 'member' ? viewer.user.id : 0;
  return {
    /** An item that the viewer can see; null for any other. */
    itemById: loadOne<number, KnowledgeItem>(
      async (ids) => {
        const rows: ItemRow[] = await visibleItems(db, viewer)
          .whereIn('items.id', [...ids])
          .select(itemColumns);
        return rows.map(toItem);
      },
      (item) => item.id,
    ),

    /** All tags of an item in their order, approval tags included: `tagsFor` says which of them a viewer may see. */
    tagsOfItem: loadMany(
      async (ids: readonly number[]) => {
        const rows: (TagRow & { item_id: number })[] = await db('item_tags')
          .join('tags', 'tags.id', 'item_tags.tag_id')
          .whereIn('item_tags.item_id', [...ids])
          .orderBy(['item_tags.position', 'tags.id'])
          .select(...tagColumns, 'item_tags.item_id');
        return rows.map((row) => ({ itemId: row.item_id, ...toTag(row) }));
      },
      (tag) => tag.itemId,
    ),

    /** Whether the viewer uses an item, and how many use cases they wrote for it: one statement for the page. */
    ownRelation: loadOne<number, OwnRelation>(
      async (ids) => {
        const { rows } = await db.raw<{ rows: OwnRelation[] }>(
          `select item.id as "itemId",
             exists (select from item_likes where user_id = :userId and item_id = item.id) as "isLiked",
             (select count(*)::integer from use_cases
              where user_id = :userId and item_id = item.id and deleted_at is null) as "ownUseCasesCount"
           from unnest(:ids::integer[]) as item (id)`,
          { userId, ids: [...ids] },
        );
        return rows;
      },
      (relation) => relation.itemId,
    ),

    /** Who marked an item as used, latest first. */
    likersOfItem: loadMany(
      async (ids: readonly number[]): Promise<(User & { itemId: number })[]> => {
        const { rows } = await db.raw<{ rows: (UserRow & { item_id: number })[] }>(
          `select item.id as item_id, ${userColumns.join(', ')}
           from unnest(?::integer[]) as item (id)
           cross join lateral (
             select user_id, created_at from item_likes where item_id = item.id
             order by created_at desc, user_id limit ${likersPerItem}
           ) as liker
           join users on users.id = liker.user_id
           order by liker.created_at desc, users.id`,
          [[...ids]],
        );
        return rows.map((row) => ({ itemId: row.item_id, ...toUser(row) }));
      },
      (liker) => liker.itemId,
    ),

    /** Items by normalised address, to find possible duplicates. */
    itemsByAddress: loadMany(
      async (addresses: readonly string[]) => {
        const rows: ItemRow[] = await visibleItems(db, viewer)
          .whereIn('items.normalised_url', [...addresses])
          .orderBy('items.id')
          .limit(500)
          .select(itemColumns);
        return rows.map(toItem);
      },
      (item) => item.normalisedUrl,
    ),
  };
}

export type KnowledgeLoaders = ReturnType<typeof knowledgeLoaders>;
