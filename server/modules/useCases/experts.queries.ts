// SQL that finds experts of items, ordered by likes, then by number of use cases (specification, section 9).
import type { Knex } from 'knex';
import { runPrepared } from '../../database/preparedStatements.ts';
import { limits } from '../../config/limits.ts';
import type { Expert } from '../catalogue/items/items.module.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from './useCases.queries.ts';
import type { UseCaseWithLike } from './useCases.ts';

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
