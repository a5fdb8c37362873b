// Export of the catalogue as a Raindrop CSV file or as JSON.
import type { SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { getDescription, getTitle } from '../comparison/comparedFields.ts';

interface Options {
  items: Pick<SyncedItems, 'all'>;
  mergeBases: Pick<MergeBasesStore, 'of'>;
  toCsv(bookmarks: Iterable<Bookmark>, delimiter?: ',' | ';'): string;
}

/** First id for items without a bookmark; provider ids are smaller. */
const firstOwnId = 2 ** 52;

/** An item as a bookmark. Excerpt and note hold the descriptions in both languages, so that an import restores both. */
function toBookmark(item: SyncedItem, mergeBase: MergeBase | null): Bookmark {
  const titleLanguage = mergeBase?.titleLanguage ?? (item.titleEn === null ? 'ru' : 'en');
  const excerptLanguage = mergeBase?.excerptLanguage ?? titleLanguage;
  const other = excerptLanguage === 'ru' ? 'en' : 'ru';
  const ownNote = mergeBase && mergeBase.noteLanguage === null ? mergeBase.note : '';
  return {
    id: item.bookmarkId ?? firstOwnId + item.id,
    title: getTitle(item, titleLanguage) || (item.titleEn ?? item.titleRu ?? ''),
    excerpt: getDescription(item, excerptLanguage),
    note: ownNote || getDescription(item, other),
    link: item.sourceUrl,
    tags: item.tags,
    type: item.mediaType,
    source: item.mediaSource,
    cover: item.imageUrl ?? '',
    createdAt: item.createdAt,
  };
}

export function createCatalogueExport({ items, mergeBases, toCsv }: Options) {
  const all = async (): Promise<SyncedItem[]> => {
    const found: SyncedItem[] = [];
    for await (const item of items.all()) found.push(item);
    return found;
  };

  return {
    /** Exports all items except deleted ones; hidden ones are included. */
    async asCsv(delimiter: ',' | ';' = ','): Promise<{ text: string; count: number }> {
      const found = await all();
      const agreed = await mergeBases.of(found.map((item) => item.id));
      const bookmarks = found.map((item) => toBookmark(item, agreed.get(item.id) ?? null));
      return { text: toCsv(bookmarks, delimiter), count: found.length };
    },

    /** Exports the same items with all columns. */
    async asJson(): Promise<{ text: string; count: number }> {
      const found = await all();
      const entries = found.map(
        ({ removedAt: _removedAt, normalisedUrl: _normalisedUrl, ...item }) => item,
      );
      return { text: `${JSON.stringify(entries, null, 2)}\n`, count: found.length };
    },
  };
}
