// Item edits on a transaction: changes the item and marks fields of its bookmark as unwritten, so that no run overwrites them.
import type { ItemChanges, SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkField } from '../bookmarkProvider.ts';
import { bookmarkFieldOf, compareFields } from '../comparison/comparedFields.ts';
import { mergeBaseFromItem, threeWayMerge } from '../comparison/threeWayMerge.ts';
import { beingDecided, sameValue } from '../inconsistencies.ts';
import type { MergeBase } from '../mergeBase.ts';
import {
  bookmarkInconsistencyTypes,
  type InconsistencyDetection,
} from '../runs/inconsistencyDetection.service.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';

/** Stores and services on the transaction of an edit. */
export interface EditTransaction {
  items: SyncedItems;
  mergeBases: MergeBases;
  detection: InconsistencyDetection;
  /** Enqueues the translation of changed texts and the writing of tasks. */
  requestTranslation(): Promise<void>;
  /** Enqueues the write-back to the provider. */
  requestWrite(): Promise<void>;
}

const translatedFields = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn'] as const;

/** The bookmark in the state of the merge base. */
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

/** The bookmark fields affected by an edit. Pure. */
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
 * Changes an item that this transaction has locked and marks the changed bookmark fields as unwritten, also during a write.
 * @throws DomainError CONFLICT (`beingDecided`) while an admin holds a lease on the item
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
  // Updates `agreedAt` in any case, so that a run that began earlier skips the item.
  await mergeBases.save({ ...base, unwritten: [...new Set([...base.unwritten, ...edited])] });
  if (edited.length > 0) await requestWrite();
}

/** Requires a transaction that has locked the item and set its bookmark id. */
export async function adoptBookmark(
  { mergeBases, detection, items }: Pick<EditTransaction, 'mergeBases' | 'detection' | 'items'>,
  item: SyncedItem,
  bookmark: Bookmark,
  now: Date,
): Promise<void> {
  const base = mergeBaseFromItem(item, bookmark, 'raindrop', now);
  const { differences, mergeBase, filled } = threeWayMerge(base, item, bookmark, 'raindrop');
  if (Object.keys(filled).length > 0) await items.change(item.id, filled);
  await mergeBases.save(mergeBase ?? base);
  const plan = await detection.plan([{ itemId: item.id, differences }], bookmarkInconsistencyTypes);
  await detection.apply(plan, null);
  await items.refreshStatus([item.id]);
}
