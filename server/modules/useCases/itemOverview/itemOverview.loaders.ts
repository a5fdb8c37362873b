// Overview of an item and its comparison with alternatives: rules, SQL and loaders of users, concepts, use cases and experts.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { runPrepared } from '../../../database/preparedStatements.ts';
import { loadOne } from '../../../shared/loaders.ts';
import { memoize } from '../../../shared/memoize.ts';
import type { Expert, KnowledgeItem } from '../../catalogue/items/items.module.ts';
import type { LinkCheck } from '../../curation/linkChecks/linkChecks.module.ts';
import {
  toUser,
  type User,
  userColumns,
  type UserRow,
  type Viewer,
  isAdmin,
} from '../../people/accounts/accounts.module.ts';
import {
  conceptsIn,
  type Engine,
  type NamedConcept,
  type SearchIndex,
} from '../../search/search.module.ts';
import { toUseCase, useCaseColumns, type UseCaseRow } from '../useCases.queries.ts';
import type { UseCaseWithLike } from '../useCases.ts';

/** Number of people of a company who use an item. */
export interface CompanyUse {
  /** Null for people without a company. */
  companyKey: string | null;
  count: number;
}

/** Users of an item by company, from the search index. */
function usesOf(engine: Engine, itemId: number): CompanyUse[] {
  const { likes = 0, usedBy = {} } = engine.index.documents.get(itemId) ?? {};
  const uses = Object.entries(usedBy).map(([companyKey, count]) => ({ companyKey, count }));
  const others = likes - uses.reduce((sum, { count }) => sum + count, 0);
  return others > 0 ? [...uses, { companyKey: null, count: others }] : uses;
}

/** The viewer's company first, then the most used, people without a company last. */
const ownFirst = (uses: readonly CompanyUse[], company: string | null): CompanyUse[] => {
  const rank = ({ companyKey }: CompanyUse) =>
    companyKey === null ? 2 : Number(companyKey !== company);
  return uses.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      b.count - a.count ||
      ((a.companyKey ?? '') < (b.companyKey ?? '') ? -1 : 1),
  );
};

/** Facts of an item for the comparison with another one. */
interface Choice {
  /** True when the viewer's company has approved it. */
  isApproved: boolean;
  /** Number of users in the viewer's company. */
  colleagues: number;
  /** Ids of its concepts, most relevant first. */
  concepts: readonly string[];
}

/** Number of most similar items among which alternatives are chosen. */
const considered = 9;

/** An item and its similar items, most similar first, from the search index. */
function choicesOf(engine: Engine, viewer: Viewer, itemId: number): (Choice & { id: number })[] {
  const ids = [itemId, ...engine.likeItem(itemId, isAdmin(viewer), considered)];
  const company = viewer.kind === 'member' ? viewer.company : null;
  const uses = company && engine.usesOf(ids, company);
  return ids.map((id, place) => ({
    id,
    concepts: engine.conceptsOf(id),
    isApproved: uses?.[place]?.isApproved ?? false,
    colleagues: uses?.[place]?.colleagues ?? 0,
  }));
}

/** The most important difference. */
interface Difference {
  kind: 'approved' | 'not_approved' | 'serves' | 'colleagues' | 'lacks' | 'alike';
  /** A concept that only one of the two has. */
  concept: string | null;
  /** Number of colleagues who use it. */
  count: number | null;
}

/** Difference of `other` from `one`: approval first, then concepts, then users. */
function differenceOf(one: Choice, other: Choice): Difference {
  const difference = (
    kind: Difference['kind'],
    { concept = null, count = null }: Partial<Difference> = {},
  ): Difference => ({ kind, concept, count });
  if (one.isApproved !== other.isApproved) {
    return difference(other.isApproved ? 'approved' : 'not_approved');
  }
  const more = other.concepts.find((concept) => !one.concepts.includes(concept));
  if (more !== undefined) return difference('serves', { concept: more });
  if (other.colleagues > one.colleagues) {
    return difference('colleagues', { count: other.colleagues });
  }
  const less = one.concepts.find((concept) => !other.concepts.includes(concept));
  return less === undefined ? difference('alike') : difference('lacks', { concept: less });
}

// Looks up users by key, because PostgreSQL would join by reading all users.
const lookUpUser = `
  cross join lateral (
    select name, avatar_url, telegram_username, company_key, disabled_at from users where users.id = user_id limit 1
  ) as person`;

const colleaguesSql = `
  select ${userColumns.join(', ')}
  from item_likes join users on users.id = user_id
  where item_id = item.id and company_key = $2 and disabled_at is null
  order by item_likes.created_at desc, users.id limit ${limits.lists.likers}`;

/** An author with a disabled account cannot be asked. */
const authorColumns = userColumns.map((column) =>
  column === 'users.telegram_username'
    ? 'case when users.disabled_at is null then users.telegram_username end as telegram_username'
    : column,
);

const casesSql = `
  select ${useCaseColumns.join(', ')},
    exists (select from use_case_likes where use_case_id = use_cases.id and user_id = $3) as is_liked,
    (select row_to_json(author) from (
      select ${authorColumns.join(', ')} from users where users.id = user_id) as author) as author
  from use_cases ${lookUpUser}
  where item_id = item.id and deleted_at is null
  order by coalesce(company_key = $2, false) desc, likes_count desc, created_at desc, id desc
  limit ${limits.lists.recommendedUseCases}`;

const expertsSql = `
  select user_id as "userId", item_id as "itemId", name, avatar_url as "avatarUrl",
    telegram_username as "telegramUsername", company_key as "companyKey", false as "isDisabled",
    sum(likes_count)::integer as "likesTotal", count(*)::integer as "useCasesCount",
    count(*) over ()::integer as "expertsCount"
  from use_cases ${lookUpUser}
  where item_id = item.id and deleted_at is null and disabled_at is null
  group by user_id, item_id, name, avatar_url, telegram_username, company_key
  order by coalesce(company_key = $2, false) desc, sum(likes_count) desc, count(*) desc, user_id
  limit ${limits.lists.expertsToAsk}`;

const asList = (sql: string): string => `array(select row_to_json(one) from (${sql}) as one)`;

const overviewStatement = {
  name: 'item_overview',
  text: `
    select item.id as "itemId", ${asList(colleaguesSql)} as colleagues, ${asList(casesSql)} as cases,
      ${asList(expertsSql)} as experts,
      (select row_to_json(looked) from (
        select url, checked_at as "checkedAt", state, status from link_checks where item_id = item.id) as looked) as "linkCheck"
    from unnest($1::integer[]) as item (id)`,
};

/** Data of an item's page that helps to choose it. */
interface ItemOverview {
  itemId: number;
  /** People of the company who use it, latest first. */
  colleagues: User[];
  /** Use cases of the company first, then the most useful. */
  cases: UseCaseWithLike[];
  /** Experts of the company first, then by likes and use cases. */
  experts: Expert[];
  /** The last check of its address; null before the first. */
  linkCheck: Pick<LinkCheck, 'url' | 'checkedAt' | 'state' | 'status'> | null;
}

type InJson<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key];
};

interface OverviewRow extends Pick<ItemOverview, 'itemId' | 'experts'> {
  colleagues: UserRow[];
  cases: (InJson<UseCaseRow> & { is_liked: boolean; author: UserRow })[];
  linkCheck: InJson<Pick<LinkCheck, 'url' | 'checkedAt' | 'state' | 'status'>> | null;
}

const toCase = (row: OverviewRow['cases'][number]): UseCaseWithLike => ({
  ...toUseCase({
    ...row,
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
  }),
  isLiked: row.is_liked,
  author: toUser(row.author),
});

const toOverview = ({ colleagues, cases, linkCheck, ...overview }: OverviewRow): ItemOverview => ({
  ...overview,
  colleagues: colleagues.map(toUser),
  cases: cases.map(toCase),
  linkCheck: linkCheck && { ...linkCheck, checkedAt: new Date(linkCheck.checkedAt) },
});

const itemOverviewQueries = (db: Knex) => ({
  /** @param viewer their company is named and comes first */
  async overviews(
    itemIds: readonly number[],
    viewer: { userId: number; company: string | null },
  ): Promise<ItemOverview[]> {
    const rows = await runPrepared<OverviewRow>(db, overviewStatement, [
      itemIds,
      viewer.company,
      viewer.userId,
    ]);
    return rows.map(toOverview);
  },
});

interface Options {
  db: Knex;
  index: SearchIndex;
  viewer: Viewer;
  /** An item with its viewer state, or null when the viewer cannot see it. */
  itemWithViewById: { load(id: number): Promise<KnowledgeItem | null> };
}

/** An item that can replace another one. */
export interface Alternative {
  item: KnowledgeItem;
  difference: Omit<Difference, 'concept'> & { concept: NamedConcept | null };
}

export function itemOverviewLoaders({ db, index, viewer, itemWithViewById }: Options) {
  const company = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
  const userId = viewer.kind === 'member' ? viewer.user.id : 0;
  const overviewOfItem = loadOne<number, ItemOverview>(
    (ids) => itemOverviewQueries(db).overviews(ids, { userId, company }),
    (overview) => overview.itemId,
  );
  const upToDate = memoize(() => index.answerAlone((engine) => engine));
  /** The current index, from the page of the item or loaded once per request. */
  const engineFor = ({ view }: KnowledgeItem): Engine | Promise<Engine> =>
    view?.page?.engine ?? upToDate();

  return {
    usedBy: async (item: KnowledgeItem): Promise<CompanyUse[]> =>
      ownFirst(usesOf(await engineFor(item), item.id), company),

    /** Concepts of an item, most relevant first. */
    async conceptsOfItem(item: KnowledgeItem): Promise<NamedConcept[]> {
      const engine = await engineFor(item);
      const ids = engine.conceptsOf(item.id).slice(0, limits.lists.conceptsOfItem);
      return conceptsIn(engine.index.thesaurus, ids);
    },

    /** Null for a deleted item. */
    itemOverview: (itemId: number) => overviewOfItem.load(itemId),

    /** Alternatives to an item: those approved by the viewer's company first, then the most similar. */
    async alternatives(item: KnowledgeItem): Promise<Alternative[]> {
      const engine = await engineFor(item);
      const [one, ...others] = choicesOf(engine, viewer, item.id);
      const chosen = others
        .toSorted((a, b) => Number(b.isApproved) - Number(a.isApproved))
        .slice(0, limits.lists.alternatives);
      const items = await Promise.all(chosen.map((other) => itemWithViewById.load(other.id)));
      return items.flatMap((other, place) => {
        if (!other || !one) return [];
        const { concept, ...difference } = differenceOf(one, chosen[place]!);
        const [named = null] = conceptsIn(
          engine.index.thesaurus,
          concept === null ? [] : [concept],
        );
        return [{ item: other, difference: { ...difference, concept: named } }];
      });
    },
  };
}
