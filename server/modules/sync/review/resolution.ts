// What a decision about a difference changes on each of the three sides, and how to take it back. Pure.
import {
  guessLanguage,
  type ItemChanges,
  type SyncedItem,
} from '../../catalogue/items/items.module.ts';
import { getHost, normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkChanges } from '../bookmarkProvider.ts';
import { getDescription, getTitle } from '../comparison/comparedFields.ts';
import {
  isCompared,
  type ComparedType,
  type Inconsistency,
  type SideValue,
} from '../inconsistencies.ts';
import type { MergeBaseChanges } from '../undo.ts';
import type { Language } from '../../../shared/language.ts';

/** What a decision changes in the catalogue and in the agreement. */
export interface Changes {
  item: ItemChanges;
  agreement: MergeBaseChanges;
}

const asText = (value: SideValue): string => (typeof value === 'string' ? value : '');
const asList = (value: SideValue): string[] => (Array.isArray(value) ? value : []);

type Kind = Pick<Inconsistency, 'type' | 'field'>;

/** A text that comes in another language than before takes the former one's place: nothing of it stands there any more. */
function titleChanges(text: string, base: MergeBase): Changes {
  const titleLanguage = guessLanguage(text);
  const isOther = titleLanguage !== base.titleLanguage;
  return {
    item:
      titleLanguage === 'ru'
        ? { titleRu: text, ...(isOther ? { titleEn: null } : {}) }
        : { titleEn: text, ...(isOther ? { titleRu: null } : {}) },
    agreement: { title: text, titleLanguage },
  };
}

function descriptionChanges(field: 'excerpt' | 'note', text: string, base: MergeBase): Changes {
  const placed = field === 'excerpt' ? base.excerptLanguage : base.noteLanguage;
  const language = text === '' ? placed : guessLanguage(text);
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

function addressChanges(url: string, item: SyncedItem, base: MergeBase): Changes {
  const host = getHost(url);
  return {
    item: {
      sourceUrl: url,
      normalisedUrl: normaliseAddress(url),
      ...(item.mediaSource === getHost(item.sourceUrl) ? { mediaSource: host } : {}),
    },
    agreement: {
      link: url,
      ...(base.mediaSource === getHost(base.link) ? { mediaSource: host } : {}),
    },
  };
}

/** What stands around a decision about one field. */
interface Side {
  /** Which text of the bookmark a description is. */
  field: 'excerpt' | 'note';
  /** What the service says, as text and as a list. */
  text: string;
  list: string[];
  item: SyncedItem;
  base: MergeBase;
}

/** What one type of difference is about, on each of the three sides. */
interface ComparedField {
  /** What the catalogue and the agreement change when the service's value is taken. */
  use(side: Side): Changes;
  /** The one field of the bookmark that gets the catalogue's value; empty where nobody can write it. */
  written(side: Side): BookmarkChanges;
  /** The agreement after that: what the service has answered. */
  agreed(bookmark: Bookmark, field: Side['field'], base: MergeBase): MergeBaseChanges;
}

const inLanguage = ({ text, item }: Side, language: Language | null) =>
  getDescription(item, language ?? guessLanguage(text));
const agreedLanguage = (placed: Language | null, text: string) =>
  text === '' ? null : (placed ?? guessLanguage(text));

const comparedFields: Record<ComparedType, ComparedField> = {
  title_changed: {
    use: ({ text, base }) => titleChanges(text, base),
    written: ({ item, base }) => ({
      title: getTitle(item, base.titleLanguage) || getTitle(item, 'en') || getTitle(item, 'ru'),
    }),
    agreed: ({ title }) => ({ title }),
  },
  description_changed: {
    use: ({ field, text, base }) => descriptionChanges(field, text, base),
    written: (side) =>
      side.field === 'note'
        ? { note: inLanguage(side, side.base.noteLanguage) }
        : { excerpt: inLanguage(side, side.base.excerptLanguage) },
    agreed: ({ excerpt, note }, field, base) =>
      field === 'note'
        ? { note, noteLanguage: agreedLanguage(base.noteLanguage, note) }
        : { excerpt, excerptLanguage: agreedLanguage(base.excerptLanguage, excerpt) },
  },
  tags_changed: {
    use: ({ list }) => ({ item: { tags: list }, agreement: { tags: list } }),
    written: ({ item }) => ({ tags: item.tags }),
    agreed: ({ tags }) => ({ tags }),
  },
  media_type_changed: {
    use: ({ text }) => ({ item: { mediaType: text }, agreement: { type: text } }),
    written: ({ item }) => ({ type: item.mediaType }),
    agreed: (bookmark) => ({ type: bookmark.type }),
  },
  media_source_changed: {
    use: ({ text }) => ({ item: { mediaSource: text }, agreement: { mediaSource: text } }),
    // The service works it out by itself.
    written: () => ({}),
    agreed: () => ({}),
  },
  image_url_changed: {
    use: ({ text }) => ({
      item: { imageUrl: text === '' ? null : text },
      agreement: { cover: text },
    }),
    written: ({ item }) => ({ cover: item.imageUrl ?? '' }),
    agreed: ({ cover }) => ({ cover }),
  },
  source_url_changed: {
    use: ({ text, item, base }) => addressChanges(text, item, base),
    written: ({ item }) => ({ link: item.sourceUrl }),
    agreed: ({ link, source }) => ({ link, mediaSource: source }),
  },
};

const textOf = (field: Kind['field']) => (field === 'note' ? 'note' : 'excerpt');
const sideFor = (
  { field }: Kind,
  newValue: SideValue,
  item: SyncedItem,
  base: MergeBase,
): Side => ({
  field: textOf(field),
  text: asText(newValue),
  list: asList(newValue),
  item,
  base,
});

/** The catalogue takes what the service says. */
export const changesForUse = (
  kind: Kind,
  newValue: SideValue,
  item: SyncedItem,
  base: MergeBase,
): Changes =>
  isCompared(kind.type)
    ? comparedFields[kind.type].use(sideFor(kind, newValue, item, base))
    : { item: {}, agreement: {} };

/**
 * What the catalogue's word is in the bookmark: the one field that is written back. Empty for a media source, which the
 * service works out by itself.
 */
export const catalogueValueFor = (
  kind: Kind,
  newValue: SideValue,
  item: SyncedItem,
  base: MergeBase,
): BookmarkChanges =>
  isCompared(kind.type)
    ? comparedFields[kind.type].written(sideFor(kind, newValue, item, base))
    : {};

/** The same fields with the service's word: what takes a "keep" back. */
export function serviceValueFor(written: BookmarkChanges, newValue: SideValue): BookmarkChanges {
  const [field] = Object.keys(written) as (keyof BookmarkChanges)[];
  if (!field) return {};
  return field === 'tags' ? { tags: asList(newValue) } : { [field]: asText(newValue) };
}

/** The agreement after a "keep": what the service answered in the field that was written. */
export const mergeBaseAfterKeep = (
  { type, field }: Kind,
  bookmark: Bookmark,
  base: MergeBase,
): MergeBaseChanges =>
  isCompared(type) ? comparedFields[type].agreed(bookmark, textOf(field), base) : {};

/** What the named fields hold now, to be put back later. */
export const before = <Record extends object, Key extends keyof Record>(
  record: Record,
  changes: Partial<Pick<Record, Key>>,
): Partial<Pick<Record, Key>> =>
  Object.fromEntries((Object.keys(changes) as Key[]).map((key) => [key, record[key]])) as Partial<
    Pick<Record, Key>
  >;
