// Fields of a bookmark, each with its merge base, provider and catalogue value.
import { limits } from '../../../config/limits.ts';
import { hasVisibleLetter } from '../../../shared/cleanText.ts';
import { getHost } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { ComparedType, DifferenceField, SideValue } from '../inconsistencies.ts';
import type { Language } from '../../../shared/language.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import { languagesOf, type MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkField } from '../bookmarkProvider.ts';

/** One field with its values in the merge base, at the provider and in the catalogue. */
export interface ComparedField {
  type: ComparedType;
  field: DifferenceField;
  base: SideValue;
  provider: SideValue;
  /** The catalogue's value in the language of the merge base. */
  catalogue: SideValue;
  /** The catalogue's value in the language of the provider's value. */
  catalogueTarget: SideValue;
  /** Changes of the merge base when both sides have the provider's value. */
  mergeBaseChanges: Partial<MergeBase>;
}

const bookmarkFields = {
  title_changed: 'title',
  tags_changed: 'tags',
  media_type_changed: 'type',
  image_url_changed: 'cover',
  source_url_changed: 'link',
  // The provider derives it from the address.
  media_source_changed: null,
} as const;

/** The bookmark field of a comparison; null for one that cannot be written. */
export const bookmarkFieldOf = ({
  type,
  field,
}: Pick<ComparedField, 'type' | 'field'>): BookmarkField | null => {
  if (type !== 'description_changed') return bookmarkFields[type];
  return field === 'note' ? 'note' : 'excerpt';
};

/** A title for comparison: the host when it contains no letter or only the address. */
function titleOf(title: string, link: string): string {
  if (title === '') return title;
  const isAddress = title === link.replace(/^https?:\/\//, '').slice(0, limits.bookmark.title);
  return isAddress || !hasVisibleLetter(title) ? getHost(link) : title;
}

const emptyToNull = (text: string): string | null => (text === '' ? null : text);

export const getTitle = (item: SyncedItem, language: Language): string =>
  (language === 'ru' ? item.titleRu : item.titleEn) ?? '';

export const getDescription = (item: SyncedItem, language: Language): string =>
  (language === 'ru' ? item.descriptionRu : item.descriptionEn) ?? '';

function titleField(base: MergeBase, item: SyncedItem, bookmark: Bookmark): ComparedField {
  const language = bookmark.title === base.title ? base.titleLanguage : languagesOf(bookmark).title;
  return {
    type: 'title_changed',
    field: '',
    base: titleOf(base.title, base.link),
    provider: titleOf(bookmark.title, bookmark.link),
    catalogue: titleOf(getTitle(item, base.titleLanguage), item.sourceUrl),
    catalogueTarget: titleOf(getTitle(item, language), item.sourceUrl),
    mergeBaseChanges: { title: bookmark.title, titleLanguage: language },
  };
}

function excerptField(base: MergeBase, item: SyncedItem, bookmark: Bookmark): ComparedField {
  const language =
    bookmark.excerpt === base.excerpt ? base.excerptLanguage : languagesOf(bookmark).excerpt;
  const place = base.excerptLanguage ?? language;
  return {
    type: 'description_changed',
    field: 'excerpt',
    base: base.excerpt,
    provider: bookmark.excerpt,
    catalogue: place ? getDescription(item, place) : '',
    catalogueTarget: language
      ? getDescription(item, language)
      : place
        ? getDescription(item, place)
        : '',
    mergeBaseChanges: { excerpt: bookmark.excerpt, excerptLanguage: language },
  };
}

/** The note is compared only while it holds the description in the other language. */
function noteField(base: MergeBase, item: SyncedItem, bookmark: Bookmark): ComparedField {
  const language = bookmark.note === base.note ? base.noteLanguage : languagesOf(bookmark).note;
  const place = base.noteLanguage ?? language;
  return {
    type: 'description_changed',
    field: 'note',
    base: base.noteLanguage ? base.note : '',
    provider: language ? bookmark.note : '',
    catalogue: place ? getDescription(item, place) : '',
    catalogueTarget: language
      ? getDescription(item, language)
      : place
        ? getDescription(item, place)
        : '',
    mergeBaseChanges: { note: bookmark.note, noteLanguage: language },
  };
}

function otherFields(base: MergeBase, item: SyncedItem, bookmark: Bookmark): ComparedField[] {
  const plain = (
    type: ComparedType,
    agreed: SideValue,
    provider: SideValue,
    catalogue: SideValue,
    updates: Partial<MergeBase>,
  ): ComparedField => ({
    type,
    field: '',
    base: agreed,
    provider,
    catalogue,
    catalogueTarget: catalogue,
    mergeBaseChanges: updates,
  });
  return [
    plain('tags_changed', base.tags, bookmark.tags, item.tags, { tags: bookmark.tags }),
    plain('media_type_changed', base.type, bookmark.type, item.mediaType, { type: bookmark.type }),
    plain(
      'image_url_changed',
      emptyToNull(base.cover),
      emptyToNull(bookmark.cover),
      item.imageUrl,
      {
        cover: bookmark.cover,
      },
    ),
    plain('source_url_changed', base.link, bookmark.link, item.sourceUrl, { link: bookmark.link }),
    plain('media_source_changed', base.mediaSource, bookmark.source, item.mediaSource, {
      mediaSource: bookmark.source,
    }),
  ];
}

/** All compared fields; the address precedes the source, because the source may follow it. */
export const compareFields = (
  base: MergeBase,
  item: SyncedItem,
  bookmark: Bookmark,
): ComparedField[] => [
  titleField(base, item, bookmark),
  excerptField(base, item, bookmark),
  noteField(base, item, bookmark),
  ...otherFields(base, item, bookmark),
];
