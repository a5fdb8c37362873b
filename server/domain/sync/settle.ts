// The one transaction of a run: what was staged becomes the catalogue, and the run is closed with it.
import type { Clock } from '../../shared/clock.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { SyncedItem } from '../knowledge/syncedItems.ts';
import type { SyncedItems } from '../knowledge/syncedItems.service.ts';
import { agreementOf, newItemOf, type SourceKind } from './agreement.ts';
import type { AgreementsStore } from './agreements.store.ts';
import type { Bookmark } from './bookmarks.ts';
import type { SyncCounts } from './sync.ts';
import type { SyncStore } from './sync.store.ts';

/** The rooms that a run needs, on its transaction. */
export interface SyncRooms {
  runs: SyncStore;
  agreements: AgreementsStore;
  items: SyncedItems;
  activity: Pick<Activity, 'record'>;
}

export interface Settlement {
  rooms: SyncRooms;
  runId: number;
  source: SourceKind;
  clock: Clock;
  counts: SyncCounts;
}

/** Settles one part of the bookmarks, and counts. */
export async function settleBookmarks(settlement: Settlement, bookmarks: readonly Bookmark[]): Promise<void> {
  const { rooms, counts } = settlement;
  const known = await rooms.items.byBookmarkIds(bookmarks.map((bookmark) => bookmark.id));
  const itemOf = new Map<number | null, SyncedItem>(known.map((item) => [item.bookmarkId, item]));
  const unknown = bookmarks.filter((bookmark) => !itemOf.has(bookmark.id));
  await addItems(settlement, unknown);
  counts.new += unknown.length;
  counts.unchanged += bookmarks.length - unknown.length;
}

async function addItems(settlement: Settlement, bookmarks: readonly Bookmark[]): Promise<void> {
  if (bookmarks.length === 0) return;
  const { rooms, runId, source, clock } = settlement;
  const idOf = await rooms.items.add(bookmarks.map(newItemOf));
  const added = bookmarks.flatMap((bookmark) => {
    const id = idOf.get(bookmark.id);
    return id === undefined ? [] : [{ id, bookmark }];
  });
  await rooms.agreements.put(added.map(({ id, bookmark }) => agreementOf(id, bookmark, source, clock())));
  await rooms.activity.record(
    ...added.map(({ id, bookmark }) => ({
      runId,
      action: 'sync.added',
      subjectType: 'item',
      subjectId: String(id),
      itemId: id,
      before: null,
      after: { bookmarkId: bookmark.id, title: bookmark.title, url: bookmark.link },
    })),
  );
}
