// Pages, lists and counts of the catalogue: the search index finds the items, the database checks their visibility.
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import {
  type Member,
  type User,
  type Viewer,
  toUser,
  userColumns,
  type UserRow,
  isAdmin,
} from '../../people/accounts/accounts.module.ts';
import type { AllowedItemsCache } from '../../access/dataRules/dataRules.module.ts';
import type { StagedItemsCache } from '../../access/stages/stages.module.ts';
import {
  type Engine,
  type Query,
  type Window,
  suggest,
  type SearchIndex,
  type SimilarItems,
} from '../../search/search.module.ts';
import type { Clock } from '../../../shared/clock.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import { browse, browseTagCounts, isBrowsing, isSortedByLikes } from './browse.queries.ts';
import {
  resolveAddress,
  findNearby,
  searchInOrder,
  type ResolvedQuery,
  type FindPage,
  type OrderedQuery,
} from './addressSearch.ts';
import { filterCounts } from './filterCounts.queries.ts';
import { matchesOf, readReasons, reasonsByLanguage } from './matchReasons.queries.ts';
import { findViewerItemStates, type ItemCards } from './itemCards.queries.ts';
import type {
  Concept,
  CountedTag,
  FilterCounts,
  FoundPage,
  KnowledgeItem,
  LikersInput,
  Search,
  Suggestion,
  TagCount,
} from './items.ts';
import { titleIn } from './items.ts';
import { tagColumns, toTag } from './items.rows.ts';
import type { TagRow } from './items.rows.ts';
import { companyOf, newSinceAt, queryFor, windowOf } from './searchQuery.ts';
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';

/** Escapes `%`, `_` and `\` for a LIKE pattern. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A name in the letter case of a text that contains it. */
function inOriginalCase(name: string, text: string): string {
  const at = text.toLowerCase().indexOf(name);
  return at < 0 ? name : text.slice(at, at + name.length);
}

const allItems = {
  text: '',
  tags: [],
  concepts: [],
  approvedBy: null,
  isExact: false,
  allowedFor: [],
  stages: [],
};

/** Number of cached lists, and of the characters in their keys. */
const conceptCountCacheSize = { max: 20, maxSize: 500_000 };

const emptyPage: FoundPage = {
  items: [],
  total: 0,
  correctedTo: null,
  similarToName: null,
  unsure: false,
  isBeyondWork: false,
  findMatches: () => [],
  near: [],
  readReasons: async () => [],
};

interface Options {
  db: Knex;
  cards: ItemCards;
  index: SearchIndex;
  /** Items that a company allows on a plan, for a version of its rules. */
  allowedItems: AllowedItemsCache;
  /** Items of a company by stage, for a version of its rules. */
  stagedItems: StagedItemsCache;
  findPage: FindPage;
  /** Adds semantically similar items to a query without sure results for its words. */
  similarItems: SimilarItems;
  clock: Clock;
}

/** Filters by what a company has decided. */
type CompanyFilters = Pick<Search, 'allowedFor' | 'allowedTier' | 'stages'>;

/** Context for resolving a query. */
interface Resolving {
  engine: Engine;
  rulesVersion: number;
  /** Length of the page; null to match words only. */
  perPage: number | null;
}

export class ItemsQueries {
  private deps: Options;
  private countFilters: ReturnType<typeof filterCounts>;
  private conceptCountCache = new LRUCache<string, number[]>({
    ...conceptCountCacheSize,
    sizeCalculation: (_counts, key) => key.length,
  });

  constructor(deps: Options) {
    this.deps = deps;
    this.countFilters = filterCounts({
      index: deps.index,
      allowedItems: deps.allowedItems,
      stagedItems: deps.stagedItems,
      companyOf,
      newSince: () => newSinceAt(deps.clock()),
      queryOf: async (viewer, search, asked) => {
        const query = this.queryOf(viewer, search);
        const { perPage } = search;
        return (
          query && (await this.resolveQuery(viewer, search, query, { ...asked, perPage })).query
        );
      },
    });
  }

  /** @param byMeaning true to allow calls of the embedding model */
  async page(viewer: Viewer, search: Search, byMeaning = false): Promise<FoundPage> {
    const query = this.queryOf(viewer, search);
    if (!query) return emptyPage;
    const window = windowOf(viewer, search);
    if (this.canBrowse(query, search) && isSortedByLikes(window))
      return this.browsePage(viewer, query, window);
    return this.deps.index.answer(async ({ engine, snapshot, documentsSnapshot, rulesVersion }) => {
      // A large index update is not awaited, so the documents may be newer than the index.
      const isWhole = documentsSnapshot === snapshot;
      const perPage = byMeaning ? search.perPage : null;
      const asked = await this.resolveQuery(viewer, search, query, {
        engine,
        rulesVersion,
        perPage,
      });
      const searchFor = (one: OrderedQuery, on: Window) =>
        searchInOrder((...given) => this.deps.index.search({ engine }, ...given), one, on);
      const found = searchFor(asked, window);
      const near = findNearby(found, asked.near, window, searchFor);
      const { rows, isBehind } = await findViewerItemStates(
        this.deps.db,
        viewer,
        [...found.ids, ...near],
        {
          engine: isWhole ? engine : null,
          snapshot: documentsSnapshot,
        },
      );
      const answers = new Set(found.ids);
      const items = await this.deps.cards.itemsOf(rows.filter(({ id }) => answers.has(id)));
      const nearItems = await this.deps.cards.itemsOf(rows.filter(({ id }) => !answers.has(id)));
      const { marked, nearby } = found;
      const { thesaurus, customVocabulary } = engine.index;
      const reasons = reasonsByLanguage((language) =>
        readReasons(this.deps.index, [...items, ...nearItems], {
          marked,
          nearby,
          similar: asked.query.similar ?? [],
          thesaurus,
          customVocabulary,
          language,
          isCurrent: !isBehind,
        }),
      );
      const answer: FoundPage = {
        items,
        // Items in the index may have been deleted.
        total: found.total - (found.ids.length - items.length),
        correctedTo: found.correctedTo,
        similarToName: found.similarToName && inOriginalCase(found.similarToName, search.text),
        isBeyondWork: found.isBeyondWork,
        unsure: found.unsure || (asked.isUnsure && found.total > 0),
        findMatches: () =>
          marked.size === 0 ? [] : matchesOf([...items, ...nearItems], marked, thesaurus),
        near: nearItems,
        readReasons: (language) => reasons(language ?? search.language),
      };
      return { answer, isBehind: isBehind || !isWhole };
    });
  }

  /** One item with its viewer state; null if it does not exist for the viewer. */
  async itemWithView(viewer: Viewer, id: number): Promise<KnowledgeItem | null> {
    const { db, cards, index } = this.deps;
    const read = async (from: { engine: Engine; snapshot: string } | null) => {
      const { rows, isBehind } = await findViewerItemStates(db, viewer, [id], from);
      return { answer: (await cards.itemsOf(rows))[0] ?? null, isBehind };
    };
    return index.state === 'there' ? index.answer(read) : (await read(null)).answer;
  }

  async tags(
    viewer: Viewer,
    options: { text: string; language: Language | null; first: number },
  ): Promise<CountedTag[]> {
    const count = isAdmin(viewer) ? 'total_count' : 'visible_count';
    const query = this.deps.db('tags').where(count, '>', 0);
    if (!isAdmin(viewer)) query.where('is_approval', false);
    if (options.text) {
      query.whereRaw(`concat_ws(' ', original_name, name_ru, name_en) ilike ?`, [
        `%${escapeLike(options.text)}%`,
      ]);
    }
    const rows: TagRow[] = await query
      .orderBy([
        { column: count, order: 'desc' },
        ...(options.language ? [{ column: `name_${options.language}` }] : []),
        { column: 'original_name' },
      ])
      .limit(options.first)
      .select(tagColumns);
    return rows.map(toTag);
  }

  /** Tags of all results of a search, with the number of their items. */
  async tagCounts(viewer: Viewer, search: Search): Promise<TagCount[]> {
    const query = this.queryOf(viewer, search);
    if (!query) return [];
    const counts = this.canBrowse(query, search)
      ? await browseTagCounts(this.deps.db, query)
      : await this.deps.index.answer(async ({ engine, snapshot, rulesVersion }) => ({
          answer: engine.tagCounts(
            (
              await this.resolveQuery(viewer, search, query, {
                engine,
                rulesVersion,
                perPage: search.perPage,
              })
            ).query,
          ),
          isBehind: await this.deps.index.isBehind(snapshot),
        }));
    return counts
      .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
      .slice(0, limits.lists.tags);
  }

  /** Number of results with each further filter. */
  filterCounts(viewer: Viewer, search: Search): Promise<FilterCounts> {
    return this.countFilters(viewer, search);
  }

  /** The concepts with these ids; unknown ids are skipped. */
  concepts(ids: readonly string[]): Promise<Concept[]> {
    return this.deps.index.answerAlone(({ index: { thesaurus, customVocabulary } }) =>
      ids.flatMap((id) => {
        const concept = thesaurus.concepts.get(id) ?? customVocabulary.concept(id);
        return concept ? { id, nameRu: concept.ru, nameEn: concept.en } : [];
      }),
    );
  }

  /** Number of sure results for each set of concepts, cached until the catalogue changes. */
  conceptCounts(viewer: Viewer, sets: readonly (readonly string[])[]): Promise<number[]> {
    return this.deps.index.answer(async ({ engine, snapshot }) => {
      const seesHidden = isAdmin(viewer);
      const one = { page: 0, perPage: 1, sort: 'likes desc' } as const;
      const counted = JSON.stringify([snapshot, seesHidden, sets]);
      const count = (concepts: readonly string[]): number => {
        const { total, unsure } = engine.search({ ...allItems, concepts, seesHidden }, one);
        return unsure ? 0 : total;
      };
      const answer = this.conceptCountCache.get(counted) ?? sets.map(count);
      this.conceptCountCache.set(counted, answer);
      return { answer, isBehind: await this.deps.index.isBehind(snapshot) };
    });
  }

  /** Tags and concepts whose names match the text, then the first results of a search for it. */
  async suggestions(viewer: Viewer, text: string, language: Language): Promise<Suggestion[]> {
    const seesHidden = isAdmin(viewer);
    return this.deps.index.answer(async ({ engine, snapshot }) => {
      const { tags, concepts } = suggest(engine.index, text, {
        scope: seesHidden ? 'all' : 'visible',
        most: { tags: limits.lists.suggestedTags, concepts: limits.lists.suggestedConcepts },
      });
      const asked = await resolveAddress(this.deps.findPage, viewer, {
        ...allItems,
        text,
        seesHidden,
      });
      const { ids } = searchInOrder((...given) => engine.search(...given), asked, {
        page: 0,
        perPage: limits.lists.suggestedItems,
        sort: 'likes desc',
      });
      const { rows, isBehind } = await findViewerItemStates(this.deps.db, viewer, ids, {
        engine,
        snapshot,
      });
      const items = await this.deps.cards.itemsOf(rows);
      const answer = [
        ...tags.map((tag): Suggestion => ({
          type: 'tag',
          text: tag[language],
          count: tag.count,
          value: tag.id,
        })),
        ...concepts.map((concept): Suggestion => ({
          type: 'concept',
          text: concept[language],
          count: concept.count,
          value: concept[language],
        })),
        ...items.map((item): Suggestion => ({
          type: 'popular',
          text: titleIn(language, item),
          count: item.likesCount,
          value: String(item.id),
        })),
      ];
      return { answer, isBehind };
    });
  }

  /** The most used items. */
  async popular(viewer: Viewer, first: number): Promise<KnowledgeItem[]> {
    const query = { ...allItems, seesHidden: isAdmin(viewer) };
    // Twice as many, because a tie may continue after the last one.
    const window = { page: 0, perPage: 2 * first, sort: 'likes desc' } as const;
    const items = this.canBrowse(query)
      ? (await this.browsePage(viewer, query, window)).items
      : await this.popularByIndex(viewer, query, window);
    return (await this.breakTies(viewer, items)).slice(0, first);
  }

  private popularByIndex(viewer: Viewer, query: Query, window: Window): Promise<KnowledgeItem[]> {
    return this.deps.index.answer(async ({ engine, snapshot }) => {
      const { ids } = engine.search(query, window);
      const { rows, isBehind } = await findViewerItemStates(this.deps.db, viewer, ids, {
        engine,
        snapshot,
      });
      return { answer: await this.deps.cards.itemsOf(rows), isBehind };
    });
  }

  /** Among items with equally many users, prefers those with more users of the viewer's discipline. */
  private async breakTies(
    viewer: Viewer,
    items: readonly KnowledgeItem[],
  ): Promise<readonly KnowledgeItem[]> {
    const hasTie = items.some(({ likesCount }, at) => likesCount === items[at + 1]?.likesCount);
    if (viewer.kind !== 'member' || !hasTie) return items;
    const { rows } = await this.deps.db.raw<{ rows: { id: number; count: number }[] }>(
      `select item_id as id, count(*)::integer as count
       from users as viewer join users on users.discipline = viewer.discipline
       join item_likes on item_likes.user_id = users.id
       where viewer.id = ? and item_id in (select unnest(?::integer[])) group by item_id`,
      [viewer.user.id, items.map(({ id }) => id)],
    );
    const countOf = new Map(rows.map(({ id, count }) => [id, count]));
    return items.toSorted(
      (one, other) =>
        other.likesCount - one.likesCount ||
        (countOf.get(other.id) ?? 0) - (countOf.get(one.id) ?? 0),
    );
  }

  /** Items that a person has marked as used, latest first. */
  async liked(member: Member): Promise<KnowledgeItem[]> {
    const ids: number[] = await visibleItems(this.deps.db, member)
      .join('item_likes', 'item_likes.item_id', 'items.id')
      .where('item_likes.user_id', member.user.id)
      .orderBy([{ column: 'item_likes.created_at', order: 'desc' }, { column: 'items.id' }])
      .limit(limits.lists.likedItems)
      .pluck('items.id');
    const items = await this.deps.cards.items(member.user.id, ids);
    const byId = new Map(items.map((item) => [item.id, item]));
    // Missing items were deleted between the two statements.
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** A page of the people who marked an item as used, latest first. */
  async likers(itemId: number, { page, perPage }: LikersInput): Promise<User[]> {
    const rows: UserRow[] = await this.deps
      .db('item_likes')
      .join('users', 'users.id', 'item_likes.user_id')
      .where('item_likes.item_id', itemId)
      .orderBy([{ column: 'item_likes.created_at', order: 'desc' }, { column: 'users.id' }])
      .limit(perPage)
      .offset(page * perPage)
      .select(userColumns);
    return rows.map(toUser);
  }

  private queryOf(viewer: Viewer, search: Search): Query | null {
    return queryFor(viewer, search, () => newSinceAt(this.deps.clock()));
  }

  /** A query for the index, with its address resolved, restricted by decisions of the company, and with similar items. */
  private async resolveQuery(
    viewer: Viewer,
    search: CompanyFilters,
    query: Query,
    { engine, rulesVersion, perPage }: Resolving,
  ): Promise<ResolvedQuery> {
    const resolved = await this.resolveFilters(viewer, search, query, rulesVersion);
    const isAddress = resolved.order !== null || resolved.near !== null;
    if (perPage === null || isAddress) return resolved;
    const { index, similarItems } = this.deps;
    const words = {
      engine,
      perPage,
      search: (one: Query, on: Window) => index.search({ engine }, one, on),
    };
    return { ...resolved, query: await similarItems.addTo(viewer, resolved.query, words) };
  }

  private async resolveFilters(
    viewer: Viewer,
    { allowedFor, allowedTier, stages }: CompanyFilters,
    query: Query,
    rulesVersion: number,
  ): Promise<ResolvedQuery> {
    const {
      query: resolved,
      order,
      near,
      isUnsure,
    } = await resolveAddress(this.deps.findPage, viewer, query);
    const company = companyOf(viewer);
    if (allowedFor.length + stages.length === 0 || !company)
      return { query: resolved, order, near, isUnsure };
    const { allowedItems, stagedItems } = this.deps;
    const allowed = await allowedItems.get(company.key, allowedTier, rulesVersion);
    const staged =
      stages.length > 0 ? await stagedItems.filter(company.key, stages, rulesVersion) : {};
    const restrict = (one: Query): Query => ({
      ...one,
      ...staged,
      marked: [
        ...(one.marked ?? []),
        ...(staged.marked ?? []),
        ...allowedFor.map((dataClass) => allowed[dataClass]),
      ],
    });
    return {
      query: restrict(resolved),
      order,
      near: near && { ...near, query: restrict(near.query) },
      isUnsure,
    };
  }

  /** A page without search words from the database, used while there is no index. */
  private async browsePage(viewer: Viewer, query: Query, window: Window): Promise<FoundPage> {
    const { ids, total, snapshot } = await browse(this.deps.db, query, window);
    const { rows } = await findViewerItemStates(this.deps.db, viewer, ids, {
      engine: null,
      snapshot,
    });
    const items = await this.deps.cards.itemsOf(rows);
    return { ...emptyPage, items, total: total - (ids.length - items.length) };
  }

  /** True when the database can answer a query; company filters need the index. */
  private canBrowse(
    query: Query,
    { allowedFor, stages }: Pick<Search, 'allowedFor' | 'stages'> = allItems,
  ): boolean {
    const isOfCompany = allowedFor.length + stages.length > 0;
    return this.deps.index.state !== 'there' && !isOfCompany && isBrowsing(query);
  }
}
