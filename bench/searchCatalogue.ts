// Catalogues for judging the search: the demo one, and one read from an export file of a bookmarks service.
import type { Knex } from 'knex';
import { languageOf, type NewItem } from '../server/domain/knowledge/knowledge.ts';
import { knowledgeStore } from '../server/domain/knowledge/knowledge.store.ts';
import { normaliseAddress } from '../server/domain/sync/normaliseAddress.ts';
import { openBookmarkFile } from '../server/integrations/bookmarkFile/bookmarkFile.ts';

/** A visible item with what a search may read of it. */
export interface JudgedItem {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  /** Original names of its tags. */
  tags: string[];
  /** All names of its tags, approval tags left out. */
  tagNames: string;
}

/** The visible items of a database. */
export async function judgedItems(db: Knex): Promise<JudgedItem[]> {
  const { rows } = await db.raw<{ rows: JudgedItem[] }>(`
    select items.id, title_ru as "titleRu", title_en as "titleEn",
      description_ru as "descriptionRu", description_en as "descriptionEn",
      coalesce(array_agg(original_name) filter (where original_name is not null), '{}') as tags,
      coalesce(string_agg(concat_ws(' ', original_name, name_ru, name_en), ' ')
        filter (where not is_approval), '') as "tagNames"
    from items
    left join item_tags on item_tags.item_id = items.id
    left join tags on tags.id = item_tags.tag_id
    where admin_visibility = 'visible' and removed_at is null
    group by items.id order by items.id`);
  return rows;
}

/** Adds every bookmark of an export file as an item in the language in which it is written. */
export async function loadBookmarks(db: Knex, path: string): Promise<number> {
  let count = 0;
  for await (const page of openBookmarkFile(path).pages(AbortSignal.timeout(60_000))) {
    const items = page.bookmarks.map((bookmark): NewItem => {
      const isRussian = languageOf(`${bookmark.title} ${bookmark.excerpt}`) === 'ru';
      const description = bookmark.excerpt || null;
      return {
        bookmarkId: bookmark.id,
        titleRu: isRussian ? bookmark.title : null,
        titleEn: isRussian ? null : bookmark.title,
        descriptionRu: isRussian ? description : null,
        descriptionEn: isRussian ? null : description,
        imageUrl: null,
        sourceUrl: bookmark.link,
        normalisedUrl: normaliseAddress(bookmark.link),
        mediaType: bookmark.type,
        mediaSource: '',
        adminVisibility: 'visible',
        syncStatus: 'synced',
        tags: bookmark.tags,
        createdAt: bookmark.createdAt,
      };
    });
    await knowledgeStore(db).insert(items);
    count += items.length;
  }
  return count;
}
