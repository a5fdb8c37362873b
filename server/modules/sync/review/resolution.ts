// Changes that a resolution makes to item, bookmark and merge base, per inconsistency type, and their preview. Pure.
import type { Language } from '../../../shared/language.ts';
import {
  guessLanguage,
  type ItemChanges,
  type SyncedItem,
} from '../../catalogue/items/items.module.ts';
import { getHost, normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { Bookmark, BookmarkChanges } from '../bookmarkProvider.ts';
import { getDescription, getTitle } from '../comparison/comparedFields.ts';
import {
  actionsFor,
  type BookmarkEffect,
  type ComparedType,
  type Inconsistency,
  isCompared,
  type MergeBaseChanges,
  type NotWrittenReason,
  type ResolutionAction,
  type SideValue,
} from '../inconsistencies.ts';
import type { MergeBase } from '../mergeBase.ts';

export interface ResolutionChanges {
  item: ItemChanges;
  mergeBase: MergeBaseChanges;
}

const asText = (value: SideValue): string => (typeof value === 'string' ? value : '');
const asList = (value: SideValue): string[] => (Array.isArray(value) ? value : []);

type FieldKey = Pick<Inconsistency, 'type' | 'field'>;

/** A title in another language replaces the former one in both columns. */
function titleChanges(text: string, base: MergeBase): ResolutionChanges {
  const titleLanguage = guessLanguage(text);
  const isOther = titleLanguage !== base.titleLanguage;
  return {
    item:
      titleLanguage === 'ru'
        ? { titleRu: text, ...(isOther ? { titleEn: null } : {}) }
        : { titleEn: text, ...(isOther ? { titleRu: null } : {}) },
    mergeBase: { title: text, titleLanguage },
  };
}

function descriptionChanges(
  field: 'excerpt' | 'note',
  text: string,
  base: MergeBase,
): ResolutionChanges {
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
    mergeBase:
      field === 'excerpt'
        ? { excerpt: text, excerptLanguage: agreed }
        : { note: text, noteLanguage: agreed },
  };
}

function addressChanges(url: string, item: SyncedItem, base: MergeBase): ResolutionChanges {
  const host = getHost(url);
  return {
    item: {
      sourceUrl: url,
      normalisedUrl: normaliseAddress(url),
      ...(item.mediaSource === getHost(item.sourceUrl) ? { mediaSource: host } : {}),
    },
    mergeBase: {
      link: url,
      ...(base.mediaSource === getHost(base.link) ? { mediaSource: host } : {}),
    },
  };
}

interface ResolutionInput {
  field: 'excerpt' | 'note';
  /** The provider's value, as text and as list. */
  text: string;
  list: string[];
  item: SyncedItem;
  base: MergeBase;
}

interface FieldResolution {
  /** Changes when the provider's value is taken. */
  takeProviderValue(side: ResolutionInput): ResolutionChanges;
  /** The bookmark field with the catalogue's value; empty for one that cannot be written. */
  catalogueValue(side: ResolutionInput): BookmarkChanges;
  /** Merge base after the write, from the answer of the provider. */
  mergeBaseAfterWrite(
    bookmark: Bookmark,
    field: ResolutionInput['field'],
    base: MergeBase,
  ): MergeBaseChanges;
}

const descriptionInLanguage = ({ text, item }: ResolutionInput, language: Language | null) =>
  getDescription(item, language ?? guessLanguage(text));
const languageAfterWrite = (placed: Language | null, text: string) =>
  text === '' ? null : (placed ?? guessLanguage(text));

const fieldResolutions: Record<ComparedType, FieldResolution> = {
  title_changed: {
    takeProviderValue: ({ text, base }) => titleChanges(text, base),
    catalogueValue: ({ item, base }) => ({
      title: getTitle(item, base.titleLanguage) || getTitle(item, 'en') || getTitle(item, 'ru'),
    }),
    mergeBaseAfterWrite: ({ title }) => ({ title }),
  },
  description_changed: {
    takeProviderValue: ({ field, text, base }) => descriptionChanges(field, text, base),
    catalogueValue: (side) =>
      side.field === 'note'
        ? { note: descriptionInLanguage(side, side.base.noteLanguage) }
        : { excerpt: descriptionInLanguage(side, side.base.excerptLanguage) },
    mergeBaseAfterWrite: ({ excerpt, note }, field, base) =>
      field === 'note'
        ? { note, noteLanguage: languageAfterWrite(base.noteLanguage, note) }
        : { excerpt, excerptLanguage: languageAfterWrite(base.excerptLanguage, excerpt) },
  },
  tags_changed: {
    takeProviderValue: ({ list }) => ({ item: { tags: list }, mergeBase: { tags: list } }),
    catalogueValue: ({ item }) => ({ tags: item.tags }),
    mergeBaseAfterWrite: ({ tags }) => ({ tags }),
  },
  media_type_changed: {
    takeProviderValue: ({ text }) => ({ item: { mediaType: text }, mergeBase: { type: text } }),
    catalogueValue: ({ item }) => ({ type: item.mediaType }),
    mergeBaseAfterWrite: (bookmark) => ({ type: bookmark.type }),
  },
  media_source_changed: {
    takeProviderValue: ({ text }) => ({
      item: { mediaSource: text },
      mergeBase: { mediaSource: text },
    }),
    // The provider derives it from the address.
    catalogueValue: () => ({}),
    mergeBaseAfterWrite: () => ({}),
  },
  image_url_changed: {
    takeProviderValue: ({ text }) => ({
      item: { imageUrl: text === '' ? null : text },
      mergeBase: { cover: text },
    }),
    catalogueValue: ({ item }) => ({ cover: item.imageUrl ?? '' }),
    mergeBaseAfterWrite: ({ cover }) => ({ cover }),
  },
  source_url_changed: {
    takeProviderValue: ({ text, item, base }) => addressChanges(text, item, base),
    catalogueValue: ({ item }) => ({ link: item.sourceUrl }),
    mergeBaseAfterWrite: ({ link, source }) => ({ link, mediaSource: source }),
  },
};

const descriptionField = (field: FieldKey['field']) => (field === 'note' ? 'note' : 'excerpt');
const resolutionInput = (
  { field }: FieldKey,
  newValue: SideValue,
  item: SyncedItem,
  base: MergeBase,
): ResolutionInput => ({
  field: descriptionField(field),
  text: asText(newValue),
  list: asList(newValue),
  item,
  base,
});

/** Changes when the catalogue takes the provider's value. */
export const changesFromProvider = (
  kind: FieldKey,
  newValue: SideValue,
  item: SyncedItem,
  base: MergeBase,
): ResolutionChanges =>
  isCompared(kind.type)
    ? fieldResolutions[kind.type].takeProviderValue(resolutionInput(kind, newValue, item, base))
    : { item: {}, mergeBase: {} };

/** The bookmark change that writes the catalogue's value; empty for the media source, which the provider derives. */
export const catalogueValueFor = (
  kind: FieldKey,
  newValue: SideValue,
  item: SyncedItem,
  base: MergeBase,
): BookmarkChanges =>
  isCompared(kind.type)
    ? fieldResolutions[kind.type].catalogueValue(resolutionInput(kind, newValue, item, base))
    : {};

/** The same fields with the provider's value, for an undo. */
export function providerValueFor(written: BookmarkChanges, newValue: SideValue): BookmarkChanges {
  const [field] = Object.keys(written) as (keyof BookmarkChanges)[];
  if (!field) return {};
  return field === 'tags' ? { tags: asList(newValue) } : { [field]: asText(newValue) };
}

/** Merge base after the catalogue's value was written. */
export const mergeBaseAfterKeep = (
  { type, field }: FieldKey,
  bookmark: Bookmark,
  base: MergeBase,
): MergeBaseChanges =>
  isCompared(type)
    ? fieldResolutions[type].mergeBaseAfterWrite(bookmark, descriptionField(field), base)
    : {};

/** Current values of the fields in `changes`, for an undo. */
export const pickCurrent = <Record extends object, Key extends keyof Record>(
  record: Record,
  changes: Partial<Pick<Record, Key>>,
): Partial<Pick<Record, Key>> =>
  Object.fromEntries((Object.keys(changes) as Key[]).map((key) => [key, record[key]])) as Partial<
    Pick<Record, Key>
  >;

export interface ResolutionPreview {
  action: ResolutionAction;
  bookmark: BookmarkEffect;
  /** Reason why the action does not write the bookmark. */
  reason: NotWrittenReason | null;
  /** False when the action needs a write that is impossible now. */
  isPossible: boolean;
}

type Subject = Pick<Inconsistency, 'type' | 'bookmarkPlace' | 'newValue'>;

/** Obstacle to a write, or null. */
function writeObstacle({ bookmarkPlace }: Subject, hasService: boolean): NotWrittenReason | null {
  if (bookmarkPlace === 'file' || bookmarkPlace === 'none') return 'notInService';
  if (!hasService) return 'noService';
  return bookmarkPlace === 'gone' ? 'bookmarkGone' : null;
}

const written = (bookmark: BookmarkEffect) => ({ bookmark, reason: null, isPossible: true });
const unwritten = (reason: NotWrittenReason | null, isPossible = true) => ({
  bookmark: 'unchanged' as const,
  reason,
  isPossible,
});

function previewEffect(
  row: Subject,
  action: ResolutionAction,
  hasService: boolean,
): Omit<ResolutionPreview, 'action'> {
  const obstacle = writeObstacle(row, hasService);
  switch (action) {
    case 'keep_current_update_raindrop':
      // The provider derives the source from the address.
      if (row.type === 'media_source_changed') return unwritten('setByService');
      return obstacle ? unwritten(obstacle, obstacle === 'notInService') : written('updated');
    case 'delete':
      return obstacle ? unwritten(obstacle) : written('trashed');
    case 'keep_item':
      if (obstacle !== 'bookmarkGone') return unwritten(obstacle);
      return row.newValue === 'absent' ? unwritten(obstacle) : written('restored');
    default:
      return unwritten(null);
  }
}

/** Preview of one action. @param hasService whether a provider is configured */
export const previewResolution = (
  row: Subject,
  action: ResolutionAction,
  hasService: boolean,
): ResolutionPreview => ({
  action,
  ...previewEffect(row, action, hasService),
});

export const previewResolutions = (row: Subject, hasService: boolean): ResolutionPreview[] =>
  actionsFor(row.type).map((action) => previewResolution(row, action, hasService));
