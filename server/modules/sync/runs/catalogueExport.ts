// Export of the catalogue as a Raindrop CSV file or as JSON.
import type { SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { getDescription, getTitle } from '../comparison/comparedFields.ts';

interface Options {
  items: Pick<SyncedItems, 'all'>;
  mergeBases: Pick<MergeBasesStore, 'of'>;
  toCsv(bookmarks: Iterable<Bookmark>): string;
}

/** Items without a bookmark get an id where no id of the service can be. */
const firstOwnId = 2 ** 52;

/**
 * An item as a bookmark. The excerpt bears the description in the language of the title, as far as nothing else was
 * agreed; the note bears the other one, so that an import brings both back.
 */
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
    /** Every item, hidden ones included, deleted ones not. */
    async asCsv(): Promise<{ text: string; count: number }> {
      const found = await all();
      const agreed = await mergeBases.of(found.map((item) => item.id));
      const bookmarks = found.map((item) => toBookmark(item, agreed.get(item.id) ?? null));
      return { text: toCsv(bookmarks), count: found.length };
    },

    /** The same items with the texts of both languages apart. */
    async asJson(): Promise<{ text: string; count: number }> {
      const found = await all();
      const entries = found.map(
        ({ removedAt: _removedAt, normalisedUrl: _normalisedUrl, ...item }) => item,
      );
      return { text: `${JSON.stringify(entries, null, 2)}\n`, count: found.length };
    },
  };
}
