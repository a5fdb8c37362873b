// SQL that lists use cases and experts, their rows, and conditions for their visibility.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import type { Language } from '../../shared/language.ts';
import { runPrepared } from '../../database/preparedStatements.ts';
import { visibleItems } from '../access/requests/accessRequests.module.ts';
import type { Member, Viewer } from '../people/accounts/accounts.module.ts';
import type { Expert } from '../catalogue/items/items.module.ts';
import type { UseCase, UseCaseWithLike } from './useCases.ts';

export interface UseCaseRow {
  id: number;
  item_id: number;
  user_id: number;
  description_ru: string | null;
  description_en: string | null;
  original_language: Language;
  stale_language: Language | null;
  likes_count: number;
  created_at: Date;
  updated_at: Date;
}

export const useCaseColumns = [
  'id',
  'item_id',
  'user_id',
  'description_ru',
  'description_en',
  'original_language',
  'stale_language',
  'likes_count',
  'created_at',
  'updated_at',
];

export const toUseCase = (row: UseCaseRow): UseCase => ({
  id: row.id,
  itemId: row.item_id,
  userId: row.user_id,
  descriptionRu: row.description_ru,
  descriptionEn: row.description_en,
  originalLanguage: row.original_language,
  staleLanguage: row.stale_language,
  likesCount: row.likes_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Visible items as a condition on `item_id`. */
const itemsFor = (db: Knex, viewer: Viewer): Knex.QueryBuilder =>
  visibleItems(db, viewer).select('items.id');

/** Locks the item before the use case, in the order of merges, which prevents deadlocks. */
export async function lockItemOf(trx: Knex, useCaseId: number): Promise<void> {
  await trx('items')
    .whereIn('id', trx('use_cases').where({ id: useCaseId }).select('item_id'))
    .forNoKeyUpdate()
    .select('id');
}

/** Use cases of items that the viewer can see. */
export const visibleUseCases = (db: Knex, viewer: Viewer): Knex.QueryBuilder =>
  db('use_cases').whereNull('deleted_at').whereIn('item_id', itemsFor(db, viewer));

/** Use cases of a person, on items that the viewer can see. */
export const ownUseCases = (db: Knex, viewer: Viewer, userId: number): Knex.QueryBuilder =>
  db('use_cases').where({ user_id: userId }).whereIn('item_id', itemsFor(db, viewer));

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

const expertsStatement = {
  name: 'experts_of_items',
  text: `
    select ranked.user_id as "userId", ranked.item_id as "itemId", users.name, users.avatar_url as "avatarUrl",
      users.telegram_username as "telegramUsername", users.company_key as "companyKey",
      users.disabled_at is not null as "isDisabled",
      ranked.likes_total as "likesTotal", ranked.cases_count as "useCasesCount", ranked.experts_count as "expertsCount"
    from (
      select item_id, user_id, sum(likes_count)::integer as likes_total, count(*)::integer as cases_count,
        count(*) over (partition by item_id)::integer as experts_count,
        row_number() over (partition by item_id order by sum(likes_count) desc, count(*) desc, user_id) as place
      from use_cases
      where item_id in (select unnest($1::integer[])) and deleted_at is null
      group by item_id, user_id
    ) as ranked
    join users on users.id = ranked.user_id
    where ranked.place <= $2
    order by ranked.item_id, ranked.place`,
};

/** Experts of each item, best first, at most `limit`; every row contains the total. */
export const findExperts = (
  db: Knex,
  itemIds: readonly number[],
  limit: number,
): Promise<Expert[]> => runPrepared<Expert>(db, expertsStatement, [itemIds, limit]);

const casesStatement = {
  name: 'use_cases_of_experts',
  text: `
    select found.*,
      exists (select from use_case_likes where user_id = $3 and use_case_id = found.id) as "isLiked"
    from unnest($1::integer[], $2::integer[]) as expert (item_id, user_id)
    cross join lateral (
      select ${useCaseColumns.join(', ')} from use_cases
      where item_id = expert.item_id and user_id = expert.user_id and deleted_at is null
      order by likes_count desc, created_at desc, id desc limit ${limits.lists.useCasesOfExpert}
    ) as found`,
};

const expertKey = ({ itemId, userId }: Pick<Expert, 'itemId' | 'userId'>): string =>
  `${itemId}:${userId}`;

/** Use cases of each expert about the item, most liked first. @param viewerId 0 for nobody */
export async function useCasesOfExperts(
  db: Knex,
  experts: readonly Expert[],
  viewerId: number,
): Promise<UseCaseWithLike[][]> {
  const asked = [...new Map(experts.map((expert) => [expertKey(expert), expert])).values()];
  const rows = await runPrepared<UseCaseRow & Pick<UseCaseWithLike, 'isLiked'>>(
    db,
    casesStatement,
    [asked.map(({ itemId }) => itemId), asked.map(({ userId }) => userId), viewerId],
  );
  const found = rows.map((row) => ({ ...toUseCase(row), isLiked: row.isLiked }));
  const lists = Map.groupBy(found, expertKey);
  return experts.map((expert) => lists.get(expertKey(expert)) ?? []);
}
