// Composition of duplicate merges.
import type { Knex } from 'knex';
import type { JobQueue } from '../../../database/jobQueue.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { MergedComplaints } from './duplicateMerges.ts';
import type { RuleMerges } from '../../access/dataRules/dataRules.module.ts';
import { syncedItemsOn } from '../../catalogue/items/items.module.ts';
import type { Editing, BookmarkProvider } from '../../sync/sync.module.ts';
import { duplicateMergesQueries } from './duplicateMerges.queries.ts';
import { DuplicateMergesService } from './duplicateMerges.service.ts';
import { DuplicateMergesStore } from './duplicateMerges.store.ts';
import { createDuplicateBookmarks } from './duplicateBookmarks.ts';
export type { MergedComplaints } from './duplicateMerges.ts';
export type { DuplicateMergesService } from './duplicateMerges.service.ts';

interface Options {
  db: Knex;
  clock: Clock;
  /** Transactions of item edits, and the writer of bookmarks. */
  editing: Editing;
  /** Merging of data rules on the transaction of a merge. */
  rulesOn(trx: Knex.Transaction, clock: Clock): RuleMerges;
  /** Complaints closed by a merge, on the transaction of its undo. */
  reportsOn(trx: Knex.Transaction, clock: Clock): MergedComplaints;
  /** Updates the bot messages about an access request. */
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
  new DuplicateMergesService({
    store: new DuplicateMergesStore(db),
    search: duplicateMergesQueries(db),
    items: syncedItemsOn(db, clock),
    inTransaction: (work) =>
      editing.inTransaction((tx, trx, jobs) =>
        work(
          {
            ...tx,
            merges: new DuplicateMergesStore(trx),
            rules: rulesOn(trx, clock),
            complaints: reportsOn(trx, clock),
            updateAccessMessages: updateAccessMessagesBy(jobs),
          },
          trx,
        ),
      ),
    writer: editing.writer,
    others: createDuplicateBookmarks({
      store: new DuplicateMergesStore(db),
      search: duplicateMergesQueries(db),
      service,
      rebind: (itemId, from, to) =>
        editing.inTransaction(async ({ items }) => {
          const item = await items.lock(itemId);
          if (item?.bookmarkId === from) await items.change(itemId, { bookmarkId: to });
        }),
    }),
    clock,
  });
