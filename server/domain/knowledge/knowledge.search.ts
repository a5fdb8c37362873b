// SQL that answers pages, lists and counts of the catalogue.
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import type { Member, User, Viewer } from '../accounts/accounts.ts';
import { toUser, userColumns, type UserRow } from '../accounts/accounts.store.ts';
import { isAdmin } from '../accounts/accounts.ts';
import { rangesIn, type MarkedWords } from '../search/marks.ts';
import { understand } from '../search/understanding.ts';
import { allOf, lexeme } from '../search/tsQuery.ts';
import { vocabularySearch } from '../search/vocabulary.search.ts';
import { pageReader } from './foundPage.search.ts';
import { viewColumns, type ItemCards, type ViewRow } from './itemCards.search.ts';
import type {
  CountedTag,
  FoundPage,
  ItemMatch,
  KnowledgeItem,
  LikersInput,
  Search,
  Suggestion,
  TagCount,
} from './knowledge.ts';
import { isApprovalTag, tagCountFor, titleIn } from './knowledge.ts';
import { tagColumns, toTag, visibleItems } from './knowledge.rows.ts';
import type { TagRow } from './knowledge.rows.ts';
import { limits } from '../../limits.ts';

/** Makes `%`, `_` and `\` letters of a LIKE pattern. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const tagsStatement = {
  name: 'knowledge_suggested_tags',
  text: `
    select ${tagColumns.join(', ')}
    from tag_search join tags on tags.id = tag_search.tag_id
    where tag_search.sv @@ $1::tsquery and not is_approval
      and case when $3 then total_count else visible_count end > 0
    order by tag_search.sv @@ $2::tsquery desc,
      case when $3 then total_count else visible_count end desc, original_name
    limit ${limits.lists.suggestedTags}`,
};

const tagCountsStatement = {
  name: 'knowledge_tag_counts',
  text: `
    select tags.original_name as tag, count(*)::integer as count
    from item_search join item_tags using (item_id) join tags on tags.id = item_tags.tag_id
    where ($1::tsquery is null or item_search.sv @@ $1::tsquery) and (item_search.visible or $2)
      and (not tags.is_approval or $2)
    group by tags.original_name
    order by count desc, tags.original_name
    limit ${limits.lists.likedItems}`,
};

/** Items in the given order, as far as everybody sees them at this moment. */
const visibleStatement = {
  name: 'knowledge_visible',
  text: `
    select ${viewColumns}
    from item_views($1, array(
      select items.id from unnest($2::integer[]) with ordinality as wanted (id, place) join items using (id)
      where removed_at is null and admin_visibility = 'visible' order by place limit $3)
    ) with ordinality as shown order by shown.ordinality`,
};

/** Lexemes of the filters, or null when no item can pass them. */
function filterLexemes(viewer: Viewer, search: Search): string[] | null {
  const sees = isAdmin(viewer);
  if (!sees && search.tags.some(isApprovalTag)) return null;
  const tags = search.tags.map((tag) => `t=${tag}`);
  if (!search.verified) return tags;
  const company = viewer.kind === 'member' ? viewer.company : null;
  return company ? [...tags, `a=${company.approvalTag}`] : null;
}

const sortOf = (search: Search, isNamed: boolean): string => {
  if (search.sortBy === 'title') return `${search.language} ${search.sortOrder}`;
  return isNamed && search.sortOrder === 'desc' ? 'names' : `likes ${search.sortOrder}`;
};

const matchesOf = (items: readonly KnowledgeItem[], marked: MarkedWords): ItemMatch[] =>
  items.map((item) => ({
    itemId: item.id,
    titleRu: rangesIn(item.titleRu, marked, true),
    titleEn: rangesIn(item.titleEn, marked, true),
    descriptionRu: rangesIn(item.descriptionRu, marked, false),
    descriptionEn: rangesIn(item.descriptionEn, marked, false),
  }));

const nothing: FoundPage = { items: [], total: 0, correctedTo: null, matches: [] };

export const knowledgeSearch = (db: Knex, cards: ItemCards) => {
  const vocabulary = vocabularySearch(db);
  const readPage = pageReader(db, cards);

  return {
    async page(viewer: Viewer, search: Search): Promise<FoundPage> {
      const lexemes = filterLexemes(viewer, search);
      if (!lexemes) return nothing;
      const window = { perPage: search.perPage, page: search.page };
      if (search.text === '') {
        const found = await readPage(viewer, null, lexemes, {
          ...window,
          sort: sortOf(search, false),
        });
        return { ...found, correctedTo: null, matches: [] };
      }
      const { queries, correctedTo, marked } = await understand(search.text, vocabulary, {
        seesHidden: isAdmin(viewer),
        mayMend: !search.exact,
      });
      if (!queries) return nothing;
      const found = await readPage(viewer, queries, lexemes, {
        ...window,
        sort: sortOf(search, true),
      });
      return {
        ...found,
        // A correction that finds nothing explains nothing.
        correctedTo: found.total > 0 ? correctedTo : null,
        matches: matchesOf(found.items, marked),
      };
    },

    /** The first of these items that everybody sees, in their order. */
    async visible(viewer: Viewer, ids: readonly number[], most: number): Promise<KnowledgeItem[]> {
      const userId = viewer.kind === 'member' ? viewer.user.id : 0;
      return cards.itemsOf(await runPrepared<ViewRow>(db, visibleStatement, [userId, ids, most]));
    },

    async tags(viewer: Viewer, options: { text: string; first: number }): Promise<CountedTag[]> {
      const count = isAdmin(viewer) ? 'total_count' : 'visible_count';
      const query = db('tags').where(count, '>', 0);
      if (!isAdmin(viewer)) query.where('is_approval', false);
      if (options.text) {
        query.whereRaw(`concat_ws(' ', original_name, name_ru, name_en) ilike ?`, [
          `%${likeText(options.text)}%`,
        ]);
      }
      const rows: TagRow[] = await query
        .orderBy([{ column: count, order: 'desc' }, { column: 'original_name' }])
        .limit(options.first)
        .select(tagColumns);
      return rows.map(toTag);
    },

    /** The tags of all items that a search finds, with their numbers: each follows the other filters. */
    async tagCounts(viewer: Viewer, search: Search): Promise<TagCount[]> {
      const lexemes = filterLexemes(viewer, search);
      if (!lexemes) return [];
      const understood =
        search.text === ''
          ? null
          : await understand(search.text, vocabulary, {
              seesHidden: isAdmin(viewer),
              mayMend: !search.exact,
            });
      if (understood && !understood.queries) return [];
      const texts = understood?.queries ? [understood.queries.needed] : [];
      return runPrepared<TagCount>(db, tagCountsStatement, [
        allOf([...texts, ...lexemes.map(lexeme)]),
        isAdmin(viewer),
      ]);
    },

    /** Tags whose names answer to the text, then the items that a search for it would show first. */
    async suggestions(viewer: Viewer, text: string, language: 'ru' | 'en'): Promise<Suggestion[]> {
      const { queries } = await understand(text, vocabulary, {
        seesHidden: isAdmin(viewer),
        mayMend: true,
      });
      if (!queries) return [];
      const [tags, { items }] = await Promise.all([
        runPrepared<TagRow>(db, tagsStatement, [queries.named, queries.begins, isAdmin(viewer)]),
        readPage(viewer, queries, [], {
          sort: 'names',
          perPage: limits.lists.suggestedItems,
          page: 0,
        }),
      ]);
      return [
        ...tags.map(toTag).map((tag): Suggestion => ({
          type: 'tag',
          text: language === 'ru' ? tag.nameRu : tag.nameEn,
          count: tagCountFor(viewer, tag),
          value: tag.originalName,
        })),
        ...items.map((item): Suggestion => ({
          type: 'popular',
          text: titleIn(language, item),
          count: item.likesCount,
          value: String(item.id),
        })),
      ];
    },

    async popular(viewer: Viewer, first: number): Promise<KnowledgeItem[]> {
      const { items } = await readPage(viewer, null, [], {
        sort: 'likes desc',
        perPage: first,
        page: 0,
      });
      return items;
    },

    /** Items that a person has marked as used, latest first. */
    async liked(member: Member): Promise<KnowledgeItem[]> {
      const ids: number[] = await visibleItems(db, member)
        .join('item_likes', 'item_likes.item_id', 'items.id')
        .where('item_likes.user_id', member.user.id)
        .orderBy([{ column: 'item_likes.created_at', order: 'desc' }, { column: 'items.id' }])
        .limit(limits.lists.likedItems)
        .pluck('items.id');
      const items = await cards.items(member.user.id, ids);
      const byId = new Map(items.map((item) => [item.id, item]));
      // What is missing was deleted between the two statements.
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** A page of the people who marked an item as used, latest first. */
    async likers(itemId: number, { page, perPage }: LikersInput): Promise<User[]> {
      const rows: UserRow[] = await db('item_likes')
        .join('users', 'users.id', 'item_likes.user_id')
        .where('item_likes.item_id', itemId)
        .orderBy([{ column: 'item_likes.created_at', order: 'desc' }, { column: 'users.id' }])
        .limit(perPage)
        .offset(page * perPage)
        .select(userColumns);
      return rows.map(toUser);
    },
  };
};

export type KnowledgeSearch = ReturnType<typeof knowledgeSearch>;
