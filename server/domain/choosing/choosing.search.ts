// SQL that reads what helps to choose a service.
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import { limits } from '../../limits.ts';
import type { User } from '../accounts/accounts.ts';
import { toUser, userColumns, type UserRow } from '../accounts/accounts.store.ts';
import type { Expert } from '../useCases/experts.ts';
import type { UseCase } from '../useCases/useCases.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from '../useCases/useCases.rows.ts';
import type { CompanyUse } from './choosing.ts';

// By their key, one by one: joined, PostgreSQL reads all users for a few.
const lookUpUser = `
  cross join lateral (
    select name, avatar_url, telegram_username, company_key, disabled_at from users where users.id = user_id limit 1
  ) as person`;

const usesSql = `
  select company_key as "companyKey", count(*)::integer as count
  from item_likes ${lookUpUser} where item_id = item.id group by company_key`;

const colleaguesSql = `
  select ${userColumns.join(', ')}
  from item_likes join users on users.id = user_id
  where item_id = item.id and company_key = $2 and disabled_at is null
  order by item_likes.created_at desc, users.id limit ${limits.lists.likers}`;

const casesSql = `
  select ${useCaseColumns.join(', ')}
  from use_cases ${lookUpUser}
  where item_id = item.id and deleted_at is null
  order by coalesce(company_key = $2, false) desc, likes_count desc, created_at desc, id desc
  limit ${limits.lists.casesToChooseBy}`;

const expertsSql = `
  select user_id as "userId", item_id as "itemId", name, avatar_url as "avatarUrl",
    telegram_username as "telegramUsername", company_key as "companyKey", false as "isDisabled",
    sum(likes_count)::integer as "likesTotal", count(*)::integer as "casesCount",
    count(*) over ()::integer as "expertsCount"
  from use_cases ${lookUpUser}
  where item_id = item.id and deleted_at is null and disabled_at is null
  group by user_id, item_id, name, avatar_url, telegram_username, company_key
  order by coalesce(company_key = $2, false) desc, sum(likes_count) desc, count(*) desc, user_id
  limit ${limits.lists.expertsToAsk}`;

const asList = (sql: string): string => `array(select row_to_json(one) from (${sql}) as one)`;

/** All that the page of a service says of its use. */
const useStatement = {
  name: 'use_of_items',
  text: `
    select item.id as "itemId", ${asList(usesSql)} as "usedBy", ${asList(colleaguesSql)} as colleagues,
      ${asList(casesSql)} as cases, ${asList(expertsSql)} as experts
    from unnest($1::integer[]) as item (id)`,
};

/** Who uses a service, and what for. */
export interface ItemUse {
  itemId: number;
  usedBy: CompanyUse[];
  /** People of the company, the latest first. */
  colleagues: User[];
  /** Those of the company first, then the most useful. */
  cases: UseCase[];
  /** Those of the company first, then by likes and cases. */
  experts: Expert[];
}

type InJson<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key];
};

interface UseRow extends Pick<ItemUse, 'itemId' | 'usedBy' | 'experts'> {
  colleagues: UserRow[];
  cases: InJson<UseCaseRow>[];
}

const toItemUse = ({ colleagues, cases, ...use }: UseRow): ItemUse => ({
  ...use,
  colleagues: colleagues.map(toUser),
  cases: cases.map((row) =>
    toUseCase({
      ...row,
      created_at: new Date(row.created_at),
      updated_at: new Date(row.updated_at),
    }),
  ),
});

export const choosingSearch = (db: Knex) => ({
  /** @param company whose people are named and come first */
  use: async (itemIds: readonly number[], company: string | null): Promise<ItemUse[]> =>
    (await runPrepared<UseRow>(db, useStatement, [itemIds, company])).map(toItemUse),
});
