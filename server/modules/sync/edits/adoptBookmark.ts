// A bookmark that was made for a service of the catalogue, or found: what both sides say is agreed, and the rest is for the desk.
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import { mergeBaseFromItem, threeWayMerge } from '../comparison/threeWayMerge.ts';
import { readTypes } from '../runs/inconsistencyDetection.service.ts';
import type { EditTransaction } from './itemEdits.ts';

/** On a transaction that has locked the item and given it the bookmark's id. */
export async function adoptBookmark(
  { agreements, findings, items }: Pick<EditTransaction, 'agreements' | 'findings' | 'items'>,
  item: SyncedItem,
  bookmark: Bookmark,
  now: Date,
): Promise<void> {
  const base = mergeBaseFromItem(item, bookmark, 'raindrop', now);
  const { differences, agreement, filled } = threeWayMerge(base, item, bookmark, 'raindrop');
  if (Object.keys(filled).length > 0) await items.change(item.id, filled);
  await agreements.decided(agreement ?? base);
  const plan = await findings.plan([{ itemId: item.id, differences }], readTypes);
  await findings.apply(plan, null);
  await items.refreshStatus([item.id]);
}
