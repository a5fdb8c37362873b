// Three-way merge of a bookmark: merge base, provider and catalogue. Pure.
import { sameValue, type Difference } from '../inconsistencies.ts';
import type { ItemChanges, SyncedItem } from '../../catalogue/items/items.module.ts';
import { languagesOf, type MergeBase, type SourceKind } from '../mergeBase.ts';
import {
  bookmarkFieldOf,
  compareFields,
  getDescription,
  getTitle,
  type ComparedField,
} from './comparedFields.ts';
import type { Bookmark, BookmarkField } from '../bookmarkProvider.ts';
import { getHost } from '../../catalogue/pageAddresses/pageAddresses.module.ts';

export interface MergeResult {
  /** Provider changes that conflict with the catalogue. */
  differences: Difference[];
  /** The new merge base; null when it is unchanged. */
  mergeBase: MergeBase | null;
  /** True when a field became equal on both sides. */
  hasAgreed: boolean;
  /** Values that the export file did not contain. */
  filled: ItemChanges;
}

/** True when the source is the host of the address on both sides, so that a difference of addresses covers it. */
const sourceFollowsAddress = (
  item: SyncedItem,
  bookmark: Pick<Bookmark, 'source' | 'link'>,
): boolean =>
  item.mediaSource === getHost(item.sourceUrl) && bookmark.source === getHost(bookmark.link);

/** An export file has no type or source, so its empty values mean nothing. */
const isKnownBySource = (compared: ComparedField, source: SourceKind): boolean => {
  if (source === 'raindrop') return true;
  if (compared.type === 'media_type_changed' || compared.type === 'media_source_changed')
    return false;
  return Array.isArray(compared.provider)
    ? compared.provider.length > 0
    : Boolean(compared.provider);
};

/** Values missing in an export file, unless the catalogue has its own. */
function missingValues(
  base: MergeBase,
  item: SyncedItem,
  bookmark: Bookmark,
  source: SourceKind,
): ItemChanges {
  if (base.source === source || source === 'file') return {};
  const filled: ItemChanges = {};
  if (item.mediaType === base.type && item.mediaType !== bookmark.type)
    filled.mediaType = bookmark.type;
  if (
    item.mediaSource === base.mediaSource &&
    item.mediaSource !== bookmark.source &&
    item.sourceUrl === bookmark.link
  ) {
    filled.mediaSource = bookmark.source;
  }
  return filled;
}

/**
 * Compares field by field (specification, section 4). A provider value equal to the merge base is no difference, except for
 * unwritten fields; a changed one that differs from the catalogue is.
 */
export function threeWayMerge(
  base: MergeBase,
  item: SyncedItem,
  bookmark: Bookmark,
  source: SourceKind,
): MergeResult {
  const filled = missingValues(base, item, bookmark, source);
  const filledItem = { ...item, ...filled };
  const comparedFields = compareFields(base, filledItem, bookmark).filter((compared) =>
    isKnownBySource(compared, source),
  );
  const differences: Difference[] = [];
  const updates: Partial<MergeBase> = {};
  const arrived = new Set<BookmarkField | null>();
  let hasAgreed = Object.keys(filled).length > 0;
  for (const compared of comparedFields) {
    const { type, field, base: agreed, provider, catalogue, catalogueTarget: target } = compared;
    const bookmarkField = bookmarkFieldOf(compared);
    const isSame = sameValue(provider, agreed);
    const isEqual = sameValue(provider, target);
    const isWaiting = !isEqual && base.unwritten.some((one) => one === bookmarkField);
    if (isEqual) arrived.add(bookmarkField);
    if (type === 'media_source_changed' && sourceFollowsAddress(filledItem, bookmark)) {
      const isOpen = differences.some((one) => one.type === 'source_url_changed');
      if (!isOpen) Object.assign(updates, compared.mergeBaseChanges);
    } else if (isEqual || (isSame && !isWaiting)) {
      Object.assign(updates, compared.mergeBaseChanges);
      hasAgreed ||= !isSame;
    } else {
      const changedOnBothSides = !isSame && !sameValue(catalogue, agreed);
      differences.push({
        type,
        field,
        oldValue: catalogue,
        newValue: provider,
        changedOnBothSides,
      });
    }
  }
  const unwritten = base.unwritten.filter((one) => !arrived.has(one));
  if (unwritten.length < base.unwritten.length) updates.unwritten = unwritten;
  return { differences, mergeBase: nextMergeBase(base, updates, source), hasAgreed, filled };
}

function nextMergeBase(
  base: MergeBase,
  updates: Partial<MergeBase>,
  source: SourceKind,
): MergeBase | null {
  const next: MergeBase = { ...base, ...updates };
  // A file may name a bookmark seen at the provider before; its source stays.
  if (source === 'raindrop') next.source = source;
  const isSame = (Object.keys(next) as (keyof MergeBase)[]).every((key) => {
    const [before, after] = [base[key], next[key]];
    return Array.isArray(before) && Array.isArray(after)
      ? before.length === after.length && before.every((one, at) => one === after[at])
      : before === after;
  });
  return isSame ? null : next;
}

/** The first merge base of an existing item: its own values, so that none is overwritten. */
export function mergeBaseFromItem(
  item: SyncedItem,
  bookmark: Bookmark,
  source: SourceKind,
  now: Date,
): MergeBase {
  const languages = languagesOf(bookmark);
  const other = languages.title === 'ru' ? 'en' : 'ru';
  const titleLanguage = getTitle(item, languages.title) === '' ? other : languages.title;
  const excerpt = languages.excerpt ? getDescription(item, languages.excerpt) : '';
  const note = languages.note ? getDescription(item, languages.note) : '';
  return {
    itemId: item.id,
    source,
    title: getTitle(item, titleLanguage),
    titleLanguage,
    excerpt,
    excerptLanguage: excerpt === '' ? null : languages.excerpt,
    note,
    noteLanguage: note === '' ? null : languages.note,
    unwritten: [],
    link: item.sourceUrl,
    tags: item.tags,
    type: item.mediaType,
    mediaSource: item.mediaSource,
    cover: item.imageUrl ?? '',
    agreedAt: now,
    goneAt: null,
    movedAt: null,
  };
}
