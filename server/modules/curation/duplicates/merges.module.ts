// Duplicates and merges, composed.
import type { Knex } from 'knex';
import type { JobQueue } from '../../../database/jobQueue.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { MergedReports } from './mergeHooks.ts';
import type { RuleMerges } from '../../access/dataRules/dataRules.module.ts';
import { syncedItemsOn } from '../../catalogue/items/items.module.ts';
import type { Editing, BookmarkProvider } from '../../sync/sync.module.ts';
import { mergesQueries } from './merges.queries.ts';
import { createMerges } from './merges.service.ts';
import { mergesStore } from './merges.store.ts';
import { createDuplicateBookmarks } from './duplicateBookmarks.ts';
export type { MergedReports } from './mergeHooks.ts';
export type { createMerges } from './merges.service.ts';

interface Options {
  db: Knex;
  clock: Clock;
  /** The transaction in which services are changed, and what writes to their bookmarks. */
  editing: Editing;
  /** What becomes of data rules, on the transaction of a merge. */
  rulesOn(trx: Knex.Transaction, clock: Clock): RuleMerges;
  /** What becomes of reports that a merge has closed, on the transaction that takes it back. */
  reportsOn(trx: Knex.Transaction, clock: Clock): MergedReports;
  /** Has the bot's messages about a request for access say how it stands. */
  updateAccessMessagesBy(jobs: JobQueue): (requestId: number) => Promise<void>;
  /** Null when none is configured. */
  service: BookmarkProvider | null;
}

export const createMergesModule = ({
  db,
  clock,
  editing,
  rulesOn,
  reportsOn,
  updateAccessMessagesBy,
  service,
}: Options) =>
  createMerges({
    store: mergesStore(db),
    search: mergesQueries(db),
    items: syncedItemsOn(db, clock),
    inTransaction: (work) =>
      editing.inTransaction((rooms, trx, jobs) =>
        work(
          {
            ...rooms,
            merges: mergesStore(trx),
            rules: rulesOn(trx, clock),
            reports: reportsOn(trx, clock),
            updateAccessMessages: updateAccessMessagesBy(jobs),
          },
          trx,
        ),
      ),
    writer: editing.writer,
    others: createDuplicateBookmarks({
      store: mergesStore(db),
      search: mergesQueries(db),
      service,
      rebind: (itemId, from, to) =>
        editing.inTransaction(async ({ items }) => {
          const item = await items.lock(itemId);
          if (item?.bookmarkId === from) await items.change(itemId, { bookmarkId: to });
        }),
    }),
    clock,
  });
