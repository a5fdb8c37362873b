// Doubles and merges, composed.
import type { Knex } from 'knex';
import type { Clock } from '../../shared/clock.ts';
import type { RuleMerges } from '../dataRules/ruleMerges.ts';
import { syncedItemsOn } from '../knowledge/knowledge.room.ts';
import type { BookmarkService } from '../sync/bookmarks.ts';
import type { Editing } from '../sync/sync.room.ts';
import { mergesSearch } from './merges.search.ts';
import { createMerges } from './merges.service.ts';
import { mergesStore } from './merges.store.ts';
import { createOtherBookmarks } from './otherBookmarks.ts';

interface Options {
  db: Knex;
  clock: Clock;
  /** The transaction in which services are changed, and what writes to their bookmarks. */
  editing: Editing;
  /** What becomes of data rules, on the transaction of a merge. */
  rulesOn(trx: Knex.Transaction, clock: Clock): RuleMerges;
  /** Null when none is configured. */
  service: BookmarkService | null;
}

export const createMergesRoom = ({ db, clock, editing, rulesOn, service }: Options) =>
  createMerges({
    store: mergesStore(db),
    search: mergesSearch(db),
    items: syncedItemsOn(db, clock),
    inTransaction: (work) =>
      editing.inTransaction((rooms, trx) =>
        work({ ...rooms, merges: mergesStore(trx), rules: rulesOn(trx, clock) }, trx),
      ),
    writer: editing.writer,
    others: createOtherBookmarks({
      store: mergesStore(db),
      search: mergesSearch(db),
      service,
      rebind: (itemId, from, to) =>
        editing.inTransaction(async ({ items }) => {
          const item = await items.lock(itemId);
          if (item?.bookmarkId === from) await items.change(itemId, { bookmarkId: to });
        }),
    }),
    clock,
  });
