// Item edits on a transaction: changes the item and marks fields of its bookmark as unwritten, so that no run overwrites them.
import type { ItemChanges, SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkField } from '../bookmarkProvider.ts';
import { bookmarkFieldOf, compareFields } from '../comparison/comparedFields.ts';
import { beingDecided, sameValue } from '../inconsistencies.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import type { InconsistencyDetection } from '../runs/inconsistencyDetection.service.ts';

/** The rooms that an edit needs, on its transaction. */
export interface EditTransaction {
  items: SyncedItems;
  mergeBases: MergeBases;
  detection: InconsistencyDetection;
  /** Asks for the translation of texts that have changed, and for what they say an item is for; it happens after the transaction. */
  requestTranslation(): Promise<void>;
  /** Asks for what waits to be written to the bookmarks service; it happens after the transaction. */
  requestWrite(): Promise<void>;
}

const translatedFields = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn'] as const;

/** The bookmark as both sides last agreed on it. */
const mergeBaseBookmark = (base: MergeBase, item: SyncedItem): Bookmark => ({
  id: item.bookmarkId ?? 0,
  title: base.title,
  excerpt: base.excerpt,
  note: base.note,
  link: base.link,
  tags: base.tags,
  type: base.type,
  source: base.mediaSource,
  cover: base.cover,
  createdAt: item.createdAt,
});

/** The fields of the bookmark that stand for what has changed in the item; the rest of it is the catalogue's own. Pure. */
function editedFields(base: MergeBase, before: SyncedItem, after: SyncedItem): BookmarkField[] {
  const bookmark = mergeBaseBookmark(base, before);
  const was = compareFields(base, before, bookmark);
  const is = compareFields(base, after, bookmark);
  return is.flatMap((compared, at) => {
    const field = bookmarkFieldOf(compared);
    const hasChanged =
      compared.type === 'tags_changed'
        ? !sameValue(after.tags, before.tags)
        : !sameValue(compared.catalogue, was[at]?.catalogue ?? null);
    return field && hasChanged ? [field] : [];
  });
}

/**
 * Changes an item that this transaction has locked, and marks what its bookmark does not say yet. While the bookmark is being
 * written, too: what has changed since is written behind it.
 * @throws DomainError CONFLICT (`beingDecided`) while somebody decides about it at the desk
 */
export async function applyItemEdit(
  { items, mergeBases, detection, requestTranslation, requestWrite }: EditTransaction,
  item: SyncedItem,
  changes: ItemChanges,
): Promise<void> {
  if (await detection.isBeingDecided(item.id)) throw beingDecided();
  await items.change(item.id, changes);
  if (translatedFields.some((field) => field in changes)) await requestTranslation();
  const base = await mergeBases.of(item.id);
  if (!base) return;
  const edited = editedFields(base, item, { ...item, ...changes });
  // Also where nothing is to be written: a run that has begun to read before leaves the item alone.
  await mergeBases.save({ ...base, unwritten: [...new Set([...base.unwritten, ...edited])] });
  if (edited.length > 0) await requestWrite();
}
