// What a decision about a difference changes on each of the three sides, and how to take it back. Pure.
import { languageOf } from '../../knowledge/knowledge.ts';
import type { ItemChanges, SyncedItem } from '../../knowledge/syncedItems.ts';
import type { Agreement } from '../agreement.ts';
import type { Bookmark, BookmarkChanges } from '../bookmarks.ts';
import { descriptionOf, titleOf } from '../compare/aspects.ts';
import type { Inconsistency, SideValue } from '../inconsistencies.ts';
import { hostOfAddress, normaliseAddress } from '../normaliseAddress.ts';
import type { AgreementChanges } from '../undo.ts';

/** What a decision changes in the catalogue and in the agreement. */
export interface Changes {
  item: ItemChanges;
  agreement: AgreementChanges;
}

const asText = (value: SideValue): string => (typeof value === 'string' ? value : '');
const asList = (value: SideValue): string[] => (Array.isArray(value) ? value : []);

type Kind = Pick<Inconsistency, 'type' | 'field'>;

/** A text that comes in another language than before takes the former one's place: nothing of it stands there any more. */
function titleChanges(text: string, base: Agreement): Changes {
  const titleLanguage = languageOf(text);
  const isOther = titleLanguage !== base.titleLanguage;
  return {
    item:
      titleLanguage === 'ru'
        ? { titleRu: text, ...(isOther ? { titleEn: null } : {}) }
        : { titleEn: text, ...(isOther ? { titleRu: null } : {}) },
    agreement: { title: text, titleLanguage },
  };
}

function descriptionChanges(field: 'excerpt' | 'note', text: string, base: Agreement): Changes {
  const placed = field === 'excerpt' ? base.excerptLanguage : base.noteLanguage;
  const language = text === '' ? placed : languageOf(text);
  const stored = text === '' ? null : text;
  const agreed = text === '' ? null : language;
  const isOther = placed !== null && language !== placed;
  return {
    item:
      language === null
        ? {}
        : language === 'ru'
          ? { descriptionRu: stored, ...(isOther ? { descriptionEn: null } : {}) }
          : { descriptionEn: stored, ...(isOther ? { descriptionRu: null } : {}) },
    agreement:
      field === 'excerpt'
        ? { excerpt: text, excerptLanguage: agreed }
        : { note: text, noteLanguage: agreed },
  };
}

function addressChanges(url: string, item: SyncedItem, base: Agreement): Changes {
  const host = hostOfAddress(url);
  return {
    item: {
      sourceUrl: url,
      normalisedUrl: normaliseAddress(url),
      ...(item.mediaSource === hostOfAddress(item.sourceUrl) ? { mediaSource: host } : {}),
    },
    agreement: {
      link: url,
      ...(base.mediaSource === hostOfAddress(base.link) ? { mediaSource: host } : {}),
    },
  };
}

/** The catalogue takes what the service says. */
export function changesOfUse(
  { type, field }: Kind,
  newValue: SideValue,
  item: SyncedItem,
  base: Agreement,
): Changes {
  const text = asText(newValue);
  switch (type) {
    case 'title_changed':
      return titleChanges(text, base);
    case 'description_changed':
      return descriptionChanges(field === 'note' ? 'note' : 'excerpt', text, base);
    case 'tags_changed':
      return { item: { tags: asList(newValue) }, agreement: { tags: asList(newValue) } };
    case 'media_type_changed':
      return { item: { mediaType: text }, agreement: { type: text } };
    case 'media_source_changed':
      return { item: { mediaSource: text }, agreement: { mediaSource: text } };
    case 'image_url_changed':
      return { item: { imageUrl: text === '' ? null : text }, agreement: { cover: text } };
    case 'source_url_changed':
      return addressChanges(text, item, base);
    default:
      return { item: {}, agreement: {} };
  }
}

/**
 * What the catalogue's word is in the bookmark: the one field that is written back. Empty for a media source, which the
 * service works out by itself.
 */
export function catalogueValueFor(
  { type, field }: Kind,
  newValue: SideValue,
  item: SyncedItem,
  base: Agreement,
): BookmarkChanges {
  const inLanguage = (language: 'ru' | 'en' | null) =>
    descriptionOf(item, language ?? languageOf(asText(newValue)));
  switch (type) {
    case 'title_changed':
      return {
        title: titleOf(item, base.titleLanguage) || titleOf(item, 'en') || titleOf(item, 'ru'),
      };
    case 'description_changed':
      return field === 'note'
        ? { note: inLanguage(base.noteLanguage) }
        : { excerpt: inLanguage(base.excerptLanguage) };
    case 'tags_changed':
      return { tags: item.tags };
    case 'media_type_changed':
      return { type: item.mediaType };
    case 'image_url_changed':
      return { cover: item.imageUrl ?? '' };
    case 'source_url_changed':
      return { link: item.sourceUrl };
    default:
      return {};
  }
}

/** The same fields with the service's word: what takes a "keep" back. */
export function wordOfService(written: BookmarkChanges, newValue: SideValue): BookmarkChanges {
  const [field] = Object.keys(written) as (keyof BookmarkChanges)[];
  if (!field) return {};
  return field === 'tags' ? { tags: asList(newValue) } : { [field]: asText(newValue) };
}

/** The agreement after a "keep": what the service answered in the field that was written. */
export function agreementOfKeep(
  { type, field }: Kind,
  bookmark: Bookmark,
  base: Agreement,
): AgreementChanges {
  const language = (placed: 'ru' | 'en' | null, text: string) =>
    text === '' ? null : (placed ?? languageOf(text));
  switch (type) {
    case 'title_changed':
      return { title: bookmark.title };
    case 'description_changed':
      return field === 'note'
        ? { note: bookmark.note, noteLanguage: language(base.noteLanguage, bookmark.note) }
        : {
            excerpt: bookmark.excerpt,
            excerptLanguage: language(base.excerptLanguage, bookmark.excerpt),
          };
    case 'tags_changed':
      return { tags: bookmark.tags };
    case 'media_type_changed':
      return { type: bookmark.type };
    case 'image_url_changed':
      return { cover: bookmark.cover };
    case 'source_url_changed':
      return { link: bookmark.link, mediaSource: bookmark.source };
    default:
      return {};
  }
}

/** What the named fields hold now, to be put back later. */
export const before = <Record extends object, Key extends keyof Record>(
  record: Record,
  changes: Partial<Pick<Record, Key>>,
): Partial<Pick<Record, Key>> =>
  Object.fromEntries((Object.keys(changes) as Key[]).map((key) => [key, record[key]])) as Partial<
    Pick<Record, Key>
  >;
