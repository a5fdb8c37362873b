// Adoption of a created or found bookmark for an existing item.
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { mergeBaseFromItem, threeWayMerge } from '../comparison/threeWayMerge.ts';
import { bookmarkInconsistencyTypes } from '../runs/inconsistencyDetection.service.ts';
import type { EditTransaction } from './itemEdits.ts';

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
