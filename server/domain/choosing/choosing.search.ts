// SQL that reads what helps to choose a service.
import type { Knex } from 'knex';
import { runPrepared, runPreparedQuery } from '../../database/prepared.ts';
import { limits } from '../../limits.ts';
import { isAdmin, type User, type Viewer } from '../accounts/accounts.ts';
import { toUser, userColumns, type UserRow } from '../accounts/accounts.store.ts';
import type { Expert } from '../useCases/experts.ts';
import type { KnowledgeItem } from '../knowledge/knowledge.ts';
import { itemColumns, toItem, visibleItems, type ItemRow } from '../knowledge/knowledge.rows.ts';
import type { Engine } from '../search/engine/engine.ts';
import type { UseCase } from '../useCases/useCases.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from '../useCases/useCases.rows.ts';
import type { CompanyUse } from './choosing.ts';

// Looks each liker up by its key: joined, PostgreSQL reads all users for a few likers.
const usesSql = `
  select company_key as "companyKey", count(*)::integer as count
  from item_likes
  cross join lateral (select company_key from users where users.id = user_id limit 1) as liker
  where item_id = item.id group by company_key`;

const colleaguesSql = `
  select ${userColumns.join(', ')}
  from item_likes join users on users.id = user_id
  where item_id = item.id and company_key = $2 and disabled_at is null
  order by item_likes.created_at desc, users.id limit ${limits.lists.likers}`;

const casesSql = `
  select ${useCaseColumns.map((column) => `use_cases.${column}`).join(', ')}
  from use_cases join users on users.id = user_id
  where item_id = item.id and deleted_at is null
  order by coalesce(company_key = $2, false) desc, likes_count desc, use_cases.created_at desc, use_cases.id desc
  limit ${limits.lists.casesToChooseBy}`;

const expertsSql = `
  select user_id as "userId", item_id as "itemId", users.name, users.avatar_url as "avatarUrl",
    users.telegram_username as "telegramUsername", users.company_key as "companyKey", false as "isDisabled",
    sum(likes_count)::integer as "likesTotal", count(*)::integer as "casesCount",
    count(*) over ()::integer as "expertsCount"
  from use_cases join users on users.id = user_id
  where item_id = item.id and deleted_at is null and disabled_at is null
  group by user_id, item_id, users.id
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

/** Services that may stand in the place of another one are chosen among so many of the likest. */
const considered = 9;

/** What a service is about. */
export interface Concepts {
  itemId: number;
  /** Ids, what it is most about first. */
  concepts: string[];
}

/** What the index of the search knows of services. */
export const conceptsOf = (engine: Engine, itemId: number): Concepts => ({
  itemId,
  concepts: engine.conceptsOf(itemId),
});

/** Services that are like one, the likest first. @param seesHidden whether what is hidden may be named */
export const likeItem = (engine: Engine, itemId: number, seesHidden: boolean): Concepts[] =>
  engine.likeItem(itemId, seesHidden, considered).map((id) => conceptsOf(engine, id));

interface CandidateRow extends ItemRow {
  is_approved: boolean;
  colleagues: number;
}

/** A service that may stand in the place of another one, before a viewer. */
export interface Candidate {
  item: KnowledgeItem;
  /** Whether the viewer's company has approved it. */
  isApproved: boolean;
  /** People of the viewer's company who use it. */
  colleagues: number;
}

export const choosingSearch = (db: Knex) => ({
  /** @param company whose people are named and come first */
  use: async (itemIds: readonly number[], company: string | null): Promise<ItemUse[]> =>
    (await runPrepared<UseRow>(db, useStatement, [itemIds, company])).map(toItemUse),

  /** Those of these services that the viewer sees. */
  async candidates(viewer: Viewer, itemIds: readonly number[]): Promise<Candidate[]> {
    const company = viewer.kind === 'member' ? viewer.company : null;
    const rows = await runPreparedQuery<CandidateRow>(
      db,
      isAdmin(viewer) ? 'candidates_for_admins' : 'candidates',
      visibleItems(db, viewer)
        .whereRaw('items.id in (select unnest(?::integer[]))', [[...itemIds]])
        .select(
          ...itemColumns,
          db.raw(
            `exists (
               select from item_tags join tags on tags.id = tag_id
               where item_id = items.id and is_approval and lower(original_name) = ?::text) as is_approved`,
            [company?.approvalTag ?? null],
          ),
          db.raw(
            `(select count(*)::integer from item_likes join users on users.id = user_id
              where item_id = items.id and company_key = ?::text) as colleagues`,
            [company?.key ?? null],
          ),
        ),
    );
    return rows.map((row) => ({
      item: toItem(row),
      isApproved: row.is_approved,
      colleagues: row.colleagues,
    }));
  },
});
