// Merge base: the last state of a bookmark that both sides agreed on.
import { guessLanguage, type NewItem } from '../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkField } from './bookmarkProvider.ts';
import { normaliseAddress } from '../catalogue/pageAddresses/pageAddresses.module.ts';
import type { Language } from '../../shared/language.ts';

export type SourceKind = 'raindrop' | 'file';

/** The bookmark as it was when both sides last said the same, or when an admin decided. */
export interface MergeBase {
  itemId: number;
  /** Where the bookmark was last seen; one seen in the service counts as the service's. */
  source: SourceKind;
  title: string;
  excerpt: string;
  note: string;
  link: string;
  tags: string[];
  type: string;
  mediaSource: string;
  cover: string;
  /** The language of the catalogue's text that the title stands for. */
  titleLanguage: Language;
  /** The same of the excerpt; null while it is empty. */
  excerptLanguage: Language | null;
  /** The same of the note; null when the note is no text of the catalogue. */
  noteLanguage: Language | null;
  /** What was changed here on purpose and is not in the bookmark yet: a run shows it, and overwrites neither side. */
  unwritten: BookmarkField[];
  agreedAt: Date;
  /** When the bookmark was proven to be gone; null while it lives. */
  goneAt: Date | null;
  /** When it was last seen alive outside the collection that is read. */
  movedAt: Date | null;
}

/** Which language each text of a bookmark is written in: Cyrillic letters make it Russian. */
export interface BookmarkLanguages {
  title: Language;
  excerpt: Language | null;
  /** Null when the note is empty or in the language that the excerpt has already. */
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

/** A bookmark as a new item: each text in the language it is written in, the other language empty. */
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

/** The agreement that both sides say what this bookmark says. */
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
