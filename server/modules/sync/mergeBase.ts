// Merge base: the last state of a bookmark that both sides agreed on.
import { guessLanguage, type NewItem } from '../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkField } from './bookmarkProvider.ts';
import { normaliseAddress } from '../catalogue/pageAddresses/pageAddresses.module.ts';
import type { Language } from '../../shared/language.ts';

export type SourceKind = 'raindrop' | 'file';

/** The bookmark when both sides were last equal, or when an admin decided. */
export interface MergeBase {
  itemId: number;
  /** Source that last listed the bookmark; the provider takes precedence over files. */
  source: SourceKind;
  title: string;
  excerpt: string;
  note: string;
  link: string;
  tags: string[];
  type: string;
  mediaSource: string;
  cover: string;
  /** Language of the item title that the title corresponds to. */
  titleLanguage: Language;
  /** Language of the excerpt; null while it is empty. */
  excerptLanguage: Language | null;
  /** Language of the note; null when it is not a description of the item. */
  noteLanguage: Language | null;
  /** Fields that were edited in the catalogue and are not written to the bookmark yet. */
  unwritten: BookmarkField[];
  agreedAt: Date;
  /** Time at which the removal was proven; null while the bookmark exists. */
  goneAt: Date | null;
  /** Time at which it was last seen outside the collection that is read. */
  movedAt: Date | null;
}

/** Language of each text; Cyrillic letters make it Russian. */
export interface BookmarkLanguages {
  title: Language;
  excerpt: Language | null;
  /** Null when the note is empty or in the same language as the excerpt. */
  note: Language | null;
}

export function languagesOf({
  title,
  excerpt,
  note,
}: Pick<Bookmark, 'title' | 'excerpt' | 'note'>): BookmarkLanguages {
  const titleLanguage = guessLanguage(title);
  const excerptLanguage = excerpt === '' ? null : guessLanguage(excerpt);
  const noteLanguage = note === '' ? null : guessLanguage(note);
  return {
    title: titleLanguage,
    excerpt: excerptLanguage,
    note: noteLanguage === (excerptLanguage ?? titleLanguage) ? null : noteLanguage,
  };
}

/** New item from a bookmark: each text in its own language, the other language empty. */
export function newItemFromBookmark(bookmark: Bookmark): NewItem {
  const languages = languagesOf(bookmark);
  const description = (language: Language): string | null => {
    if (languages.excerpt === language) return bookmark.excerpt;
    return languages.note === language ? bookmark.note : null;
  };
  return {
    bookmarkId: bookmark.id,
    titleRu: languages.title === 'ru' ? bookmark.title : null,
    titleEn: languages.title === 'en' ? bookmark.title : null,
    descriptionRu: description('ru'),
    descriptionEn: description('en'),
    imageUrl: bookmark.cover === '' ? null : bookmark.cover,
    sourceUrl: bookmark.link,
    normalisedUrl: normaliseAddress(bookmark.link),
    mediaType: bookmark.type,
    mediaSource: bookmark.source,
    adminVisibility: 'visible',
    syncStatus: 'synced',
    tags: bookmark.tags,
    createdAt: bookmark.createdAt,
  };
}

/** Merge base for equal sides. */
export function buildMergeBase(
  itemId: number,
  bookmark: Bookmark,
  source: SourceKind,
  now: Date,
): MergeBase {
  const languages = languagesOf(bookmark);
  return {
    itemId,
    source,
    title: bookmark.title,
    excerpt: bookmark.excerpt,
    note: bookmark.note,
    link: bookmark.link,
    tags: bookmark.tags,
    type: bookmark.type,
    mediaSource: bookmark.source,
    cover: bookmark.cover,
    titleLanguage: languages.title,
    excerptLanguage: languages.excerpt,
    noteLanguage: languages.note,
    unwritten: [],
    agreedAt: now,
    goneAt: null,
    movedAt: null,
  };
}
