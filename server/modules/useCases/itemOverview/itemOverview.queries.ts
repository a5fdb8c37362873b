// SQL and the index of the search, by many keys: what helps to choose a service.
import type { Knex } from 'knex';
import { runPrepared } from '../../../database/preparedStatements.ts';
import { limits } from '../../../config/limits.ts';
import {
  type User,
  toUser,
  userColumns,
  type UserRow,
} from '../../people/accounts/accounts.module.ts';
import type { Expert } from '../../catalogue/items/items.module.ts';
import type { Engine, SearchIndex } from '../../search/search.module.ts';
import type { UseCase } from '../useCases.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from '../useCases.rows.ts';
import type { CompanyUse } from './itemOverview.ts';

// Looks each liker up by its key: joined, PostgreSQL reads all users for a few likers.
const usesStatement = {
  name: 'uses_by_company',
  text: `
    select item_id as "itemId", company_key as "companyKey", count(*)::integer as count
    from unnest($1::integer[]) as item (id)
    join item_likes on item_id = item.id
    cross join lateral (select company_key from users where users.id = user_id limit 1) as liker
    group by item_id, company_key`,
};

const colleaguesStatement = {
  name: 'colleagues_of_items',
  text: `
    select item.id as item_id, ${userColumns.join(', ')}
    from unnest($1::integer[]) as item (id)
    cross join lateral (
      select user_id, item_likes.created_at
      from item_likes join users as liker on liker.id = user_id
      where item_id = item.id and liker.company_key = $2 and liker.disabled_at is null
      order by item_likes.created_at desc, user_id limit ${limits.lists.likers}
    ) as latest
    join users on users.id = latest.user_id
    order by latest.created_at desc, users.id`,
};

const casesStatement = {
  name: 'cases_to_choose_by',
  text: `
    select found.*
    from unnest($1::integer[]) as item (id)
    cross join lateral (
      select ${useCaseColumns.map((column) => `use_cases.${column}`).join(', ')},
        coalesce(company_key = $2, false) as is_near
      from use_cases join users on users.id = user_id
      where item_id = item.id and deleted_at is null
      order by coalesce(company_key = $2, false) desc, likes_count desc, use_cases.created_at desc, use_cases.id desc
      limit ${limits.lists.casesToChooseBy}
    ) as found
    order by is_near desc, likes_count desc, created_at desc, id desc`,
};

const expertsStatement = {
  name: 'experts_to_ask',
  text: `
    select found.*
    from unnest($1::integer[]) as item (id)
    cross join lateral (
      select user_id as "userId", item_id as "itemId", users.name, users.avatar_url as "avatarUrl",
        users.telegram_username as "telegramUsername", users.company_key as "companyKey", false as "isDisabled",
        sum(likes_count)::integer as "likesTotal", count(*)::integer as "casesCount",
        count(*) over ()::integer as "expertsCount",
        row_number() over (
          order by coalesce(company_key = $2, false) desc, sum(likes_count) desc, count(*) desc, user_id
        ) as place
      from use_cases join users on users.id = user_id
      where item_id = item.id and deleted_at is null and disabled_at is null
      group by user_id, item_id, users.id
      order by place limit ${limits.lists.expertsToAsk}
    ) as found
    order by "itemId", place`,
};

/** Services that may stand in the place of another one are chosen among so many of the likest. */
const considered = 9;

/** What a service is about. */
export interface Concepts {
  itemId: number;
  /** Ids, what it is most about first. */
  concepts: string[];
}

const conceptsFrom = (engine: Engine, itemId: number): Concepts => ({
  itemId,
  concepts: engine.conceptsOf(itemId),
});

/** What the index of the search knows of a service. */
export interface Likeness extends Concepts {
  /** Services that are like it, the likest first. */
  like: Concepts[];
}

export const itemOverviewQueries = ({ db, index }: { db: Knex; index: SearchIndex }) => ({
  uses: (itemIds: readonly number[]): Promise<CompanyUse[]> =>
    runPrepared(db, usesStatement, [itemIds]),

  /** People of a company who use an item, the latest first. */
  async colleagues(
    itemIds: readonly number[],
    company: string,
  ): Promise<(User & { itemId: number })[]> {
    const rows = await runPrepared<UserRow & { item_id: number }>(db, colleaguesStatement, [
      itemIds,
      company,
    ]);
    return rows.map((row) => ({ itemId: row.item_id, ...toUser(row) }));
  },

  /** Use cases: those of the company first, then the most useful. */
  cases: async (itemIds: readonly number[], company: string | null): Promise<UseCase[]> =>
    (await runPrepared<UseCaseRow>(db, casesStatement, [itemIds, company])).map(toUseCase),

  /** Experts: those of the company first, then by likes and cases. */
  experts: (itemIds: readonly number[], company: string | null): Promise<Expert[]> =>
    runPrepared(db, expertsStatement, [itemIds, company]),

  /** @param seesHidden whether what is hidden may be named */
  likenesses: (itemIds: readonly number[], seesHidden: boolean): Promise<Likeness[]> =>
    index.answerAlone((engine) =>
      itemIds.map((itemId) => ({
        ...conceptsFrom(engine, itemId),
        like: engine.likeItem(itemId, seesHidden, considered).map((id) => conceptsFrom(engine, id)),
      })),
    ),

  /** What services are about, without a look for what is like them. */
  concepts: (itemIds: readonly number[]): Promise<Concepts[]> =>
    index.answerAlone((engine) => itemIds.map((itemId) => conceptsFrom(engine, itemId))),
});
