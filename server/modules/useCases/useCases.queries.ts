// SQL that lists use cases.
import type { Knex } from 'knex';
import type { Member, Viewer } from '../people/accounts/accounts.module.ts';
import {
  ownUseCases,
  toUseCase,
  useCaseColumns,
  visibleUseCases,
  type UseCaseRow,
} from './useCases.rows.ts';
import type { UseCase } from './useCases.ts';
import { limits } from '../../config/limits.ts';

const toUseCases = (rows: UseCaseRow[]): UseCase[] => rows.map(toUseCase);

export const useCasesQueries = (db: Knex) => ({
  /** Use cases of an item, most liked first, then newest. */
  ofItem: async (viewer: Viewer, itemId: number): Promise<UseCase[]> =>
    toUseCases(
      await visibleUseCases(db, viewer)
        .where({ item_id: itemId })
        .orderBy([
          { column: 'likes_count', order: 'desc' },
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limits.lists.useCasesOfItem)
        .select(useCaseColumns),
    ),

  /** Own use cases, for one item or all, in the order of the author's list. */
  own: async (member: Member, itemId?: number): Promise<UseCase[]> => {
    const query = ownUseCases(db, member, member.user.id).whereNull('deleted_at');
    if (itemId !== undefined) query.where({ item_id: itemId });
    return toUseCases(
      await query
        .orderBy([
          { column: 'moved_up_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limits.lists.useCasesOfPerson)
        .select(useCaseColumns),
    );
  },

  /** True when a person has liked a use case of somebody else. */
  async hasLikedOthers(userId: number): Promise<boolean> {
    const { rows } = await db.raw<{ rows: { has: boolean }[] }>(
      `select exists (
         select from use_case_likes join use_cases on use_cases.id = use_case_likes.use_case_id
         where use_case_likes.user_id = :userId and use_cases.user_id <> :userId and use_cases.deleted_at is null
       ) as has`,
      { userId },
    );
    return rows[0]?.has ?? false;
  },
});

export type UseCasesQueries = ReturnType<typeof useCasesQueries>;
