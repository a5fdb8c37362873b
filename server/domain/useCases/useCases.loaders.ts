// Use cases by many keys, for one request.
import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import type { Viewer } from '../accounts/accounts.ts';
import type { UseCase } from './useCases.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from './useCases.rows.ts';
import { limits } from '../../limits.ts';

/** One person's cases for one item. */
export interface ExpertKey {
  itemId: number;
  userId: number;
}

const nameOf = ({ itemId, userId }: ExpertKey): string => `${itemId}:${userId}`;

export function useCasesLoaders(db: Knex, viewer: Viewer) {
  const viewerId = viewer.kind === 'member' ? viewer.user.id : 0;
  return {
    /** Whether the viewer likes a case. */
    isUseCaseLiked: new DataLoader<number, boolean>(async (ids) => {
      const rows: { use_case_id: number }[] = await db('use_case_likes')
        .where({ user_id: viewerId })
        .whereIn('use_case_id', [...ids])
        .select('use_case_id');
      const liked = new Set(rows.map((row) => row.use_case_id));
      return ids.map((id) => liked.has(id));
    }),

    /** Cases of an expert for an item, most liked first, at most 20. The item is one that the viewer can see. */
    useCasesOfExpert: new DataLoader<ExpertKey, UseCase[], string>(
      async (keys) => {
        const { rows } = await db.raw<{ rows: UseCaseRow[] }>(
          `select found.*
           from unnest(:itemIds::integer[], :userIds::integer[]) as expert (item_id, user_id)
           cross join lateral (
             select ${useCaseColumns.join(', ')} from use_cases
             where item_id = expert.item_id and user_id = expert.user_id and deleted_at is null
             order by likes_count desc, created_at desc, id desc limit ${limits.lists.useCasesOfExpert}
           ) as found`,
          { itemIds: keys.map((key) => key.itemId), userIds: keys.map((key) => key.userId) },
        );
        const lists = new Map<string, UseCase[]>(keys.map((key) => [nameOf(key), []]));
        for (const useCase of rows.map(toUseCase)) lists.get(nameOf(useCase))?.push(useCase);
        return keys.map((key) => lists.get(nameOf(key)) ?? []);
      },
      { cacheKeyFn: nameOf, maxBatchSize: 500 },
    ),
  };
}
