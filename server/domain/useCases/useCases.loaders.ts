// Use cases by many keys, for one request.
import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import type { Viewer } from '../accounts/accounts.ts';
import type { SeenUseCase } from './useCases.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from './useCases.rows.ts';
import { limits } from '../../limits.ts';

/** One person's cases for one item. */
export interface ExpertKey {
  itemId: number;
  userId: number;
}

const likedStatement = {
  name: 'use_cases_liked',
  text: 'select use_case_id from use_case_likes where user_id = $1 and use_case_id = any($2::integer[])',
};

const casesStatement = {
  name: 'use_cases_of_experts',
  text: `
    select found.*,
      exists (select from use_case_likes where user_id = $3 and use_case_id = found.id) as is_liked
    from unnest($1::integer[], $2::integer[]) as expert (item_id, user_id)
    cross join lateral (
      select ${useCaseColumns.join(', ')} from use_cases
      where item_id = expert.item_id and user_id = expert.user_id and deleted_at is null
      order by likes_count desc, created_at desc, id desc limit ${limits.lists.useCasesOfExpert}
    ) as found`,
};

const nameOf = ({ itemId, userId }: ExpertKey): string => `${itemId}:${userId}`;

export function useCasesLoaders(db: Knex, viewer: Viewer) {
  const viewerId = viewer.kind === 'member' ? viewer.user.id : 0;
  return {
    /** Whether the viewer likes a case. */
    isUseCaseLiked: new DataLoader<number, boolean>(async (ids) => {
      const rows = await runPrepared<{ use_case_id: number }>(db, likedStatement, [viewerId, ids]);
      const liked = new Set(rows.map((row) => row.use_case_id));
      return ids.map((id) => liked.has(id));
    }),

    /** Cases of an expert for an item, most liked first, at most 20, with whether the viewer likes them. The item is one that the viewer can see. */
    useCasesOfExpert: new DataLoader<ExpertKey, SeenUseCase[], string>(
      async (keys) => {
        const rows = await runPrepared<UseCaseRow & { is_liked: boolean }>(db, casesStatement, [
          keys.map((key) => key.itemId),
          keys.map((key) => key.userId),
          viewerId,
        ]);
        const lists = new Map<string, SeenUseCase[]>(keys.map((key) => [nameOf(key), []]));
        for (const row of rows) {
          const useCase = { ...toUseCase(row), isLiked: row.is_liked };
          lists.get(nameOf(useCase))?.push(useCase);
        }
        return keys.map((key) => lists.get(nameOf(key)) ?? []);
      },
      { cacheKeyFn: nameOf, maxBatchSize: 500 },
    ),
  };
}
