// Experts by many items, for one request: by total likes, then by number of cases (specification, section 9).
import type { Knex } from 'knex';
import { loadMany } from '../../shared/loaders.ts';
import type { Expert } from './experts.ts';

const expertsPerItem = 100;

/** Experts of each item, best first, at most `limit` of them; every row tells how many there are. */
export const expertsOf = async (
  db: Knex,
  itemIds: readonly number[],
  limit: number,
): Promise<Expert[]> => {
  const { rows } = await db.raw<{ rows: Expert[] }>(
    `select ranked.user_id as "userId", ranked.item_id as "itemId", users.name, users.avatar_url as "avatarUrl",
       users.telegram_username as "telegramUsername", users.company_key as "companyKey",
       ranked.likes_total as "likesTotal", ranked.cases_count as "casesCount", ranked.experts_count as "expertsCount"
     from (
       select item_id, user_id, sum(likes_count)::integer as likes_total, count(*)::integer as cases_count,
         count(*) over (partition by item_id)::integer as experts_count,
         row_number() over (partition by item_id order by sum(likes_count) desc, count(*) desc, user_id) as place
       from use_cases
       where item_id = any(:itemIds::integer[]) and deleted_at is null
       group by item_id, user_id
     ) as ranked
     join users on users.id = ranked.user_id
     where ranked.place <= :limit
     order by ranked.item_id, ranked.place`,
    { itemIds: [...itemIds], limit },
  );
  return rows;
};

export const expertsLoaders = (db: Knex) => ({
  /** The first three experts of an item: what a card shows. */
  topExpertsOfItem: loadMany(
    (itemIds: readonly number[]) => expertsOf(db, itemIds, 3),
    (expert) => expert.itemId,
  ),
  /** All experts of an item, up to the list's limit. */
  expertsOfItem: loadMany(
    (itemIds: readonly number[]) => expertsOf(db, itemIds, expertsPerItem),
    (expert) => expert.itemId,
  ),
});

export type ExpertsLoaders = ReturnType<typeof expertsLoaders>;
