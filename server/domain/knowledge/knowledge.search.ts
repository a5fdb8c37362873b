// SQL that answers pages, lists and counts of the catalogue.
import type { Knex } from 'knex';
import type { Member, Viewer } from '../accounts/accounts.ts';
import { isAdmin } from '../accounts/accounts.ts';
import type { KnowledgeItem, Search, Suggestion, Tag } from './knowledge.ts';
import { itemColumns, tagColumns, toItem, toTag, visibleItems } from './knowledge.rows.ts';
import type { ItemRow, TagRow } from './knowledge.rows.ts';

/** Makes `%`, `_` and `\` letters of a LIKE pattern. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const longestList = 500;

export const knowledgeSearch = (db: Knex) => ({
  async page(viewer: Viewer, search: Search): Promise<{ items: KnowledgeItem[]; total: number }> {
    const found = visibleItems(db, viewer);
    for (const word of search.text.split(/\s+/).filter(Boolean)) {
      found.whereRaw(
        `concat_ws(' ', items.title_ru, items.title_en, items.description_ru, items.description_en) ilike ?`,
        [`%${likeText(word)}%`],
      );
    }
    const tags = [...search.tags];
    if (search.verified)
      tags.push(viewer.kind === 'member' ? (viewer.company?.approvalTag ?? '') : '');
    for (const tag of tags) {
      found.whereExists(
        db('item_tags')
          .join('tags', 'tags.id', 'item_tags.tag_id')
          .whereRaw('item_tags.item_id = items.id')
          .where('tags.original_name', tag),
      );
    }
    const counted: { count: number }[] = await found.clone().count({ count: '*' });
    const title = search.language === 'ru' ? ['title_ru', 'title_en'] : ['title_en', 'title_ru'];
    const order = search.sortOrder === 'asc' ? 'asc' : 'desc';
    if (search.sortBy === 'likes') found.orderBy('items.likes_count', order);
    else
      found.orderByRaw(
        `lower(coalesce(items.${title[0]}, items.${title[1]})) collate "und-x-icu" ${order}`,
      );
    const rows: ItemRow[] = await found
      .orderBy('items.id')
      .limit(search.perPage)
      .offset(search.page * search.perPage)
      .select(itemColumns);
    return { items: rows.map(toItem), total: Number(counted[0]?.count ?? 0) };
  },

  async tags(viewer: Viewer, options: { text: string; first: number }): Promise<Tag[]> {
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

  async suggestions(viewer: Viewer, text: string, language: 'ru' | 'en'): Promise<Suggestion[]> {
    const tags = await this.tags(viewer, { text, first: 8 });
    const { items } = await this.page(viewer, {
      text,
      page: 0,
      perPage: 3,
      sortBy: 'likes',
      sortOrder: 'desc',
      tags: [],
      language,
      verified: false,
      exact: false,
    });
    return [
      ...tags.map((tag): Suggestion => ({
        type: 'tag',
        text: language === 'ru' ? tag.nameRu : tag.nameEn,
        count: isAdmin(viewer) ? tag.totalCount : tag.visibleCount,
        value: tag.originalName,
      })),
      ...items.map((item): Suggestion => ({
        type: 'popular',
        text:
          (language === 'ru' ? item.titleRu : item.titleEn) ?? item.titleEn ?? item.titleRu ?? '',
        count: item.likesCount,
        value: String(item.id),
      })),
    ];
  },

  async popular(viewer: Viewer, first: number): Promise<KnowledgeItem[]> {
    const rows: ItemRow[] = await visibleItems(db, viewer)
      .orderBy([{ column: 'items.likes_count', order: 'desc' }, { column: 'items.id' }])
      .limit(first)
      .select(itemColumns);
    return rows.map(toItem);
  },

  /** Items that a person has marked as used, latest first. */
  async liked(member: Member): Promise<KnowledgeItem[]> {
    const rows: ItemRow[] = await visibleItems(db, member)
      .join('item_likes', 'item_likes.item_id', 'items.id')
      .where('item_likes.user_id', member.user.id)
      .orderBy([{ column: 'item_likes.created_at', order: 'desc' }, { column: 'items.id' }])
      .limit(longestList)
      .select(itemColumns);
    return rows.map(toItem);
  },
});

export type KnowledgeSearch = ReturnType<typeof knowledgeSearch>;
