// The synchronisation, composed: runs and decisions on one transaction each, with the items, the record and the queue.
import type { DemoChoice } from './syncStatus.ts';
import type { Knex } from 'knex';
import { asDomainError } from '../../database/databaseErrors.ts';
import { jobQueue, enqueueAtEnd, type JobQueue } from '../../database/jobQueue.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { minuteMs } from '../../shared/durations.ts';
import type { Log } from '../../shared/log.ts';
import { auditLogOn } from '../people/auditLog/auditLog.module.ts';
import { itemTasksOn, syncedItemsOn } from '../catalogue/items/items.module.ts';
import type { Bookmark, BookmarkProvider, BookmarkSource } from './bookmarkProvider.ts';
import { createLeases } from './review/leases.ts';
import { inconsistenciesQueries } from './review/inconsistencies.queries.ts';
import { createInconsistencies } from './review/inconsistencies.service.ts';
import { inconsistenciesStore } from './review/inconsistencies.store.ts';
import { createResolutions } from './review/resolutions.service.ts';
import { createResolutionWrites } from './review/resolutionWrites.ts';
import { createResolutionApplier, type DecisionTransaction } from './review/applyResolution.ts';
import { createBookmarkWriter, type BookmarkWriter } from './edits/bookmarkWriter.ts';
import { createEdits, type RecordedEditTransaction } from './edits/edits.service.ts';
import { createMergeBases } from './runs/mergeBases.service.ts';
import { mergeBasesStore } from './runs/mergeBases.store.ts';
import { waitForSyncRun } from './runs/waitForSyncRun.ts';
import { createCatalogueExport } from './runs/catalogueExport.ts';
import {
  createInconsistencyDetection,
  type InconsistencyDetection,
} from './runs/inconsistencyDetection.service.ts';
import { inconsistencyDetectionStore } from './runs/inconsistencyDetection.store.ts';
import { createImports, type DemoRestoration } from './runs/importUndo.service.ts';
import { importsStore } from './runs/imports.store.ts';
import type { SyncTransaction } from './runs/applyRun.ts';
import { createSync } from './runs/sync.service.ts';
import { syncStore } from './runs/sync.store.ts';
export type { Bookmark, BookmarkProvider } from './bookmarkProvider.ts';
export { adoptBookmark } from './edits/adoptBookmark.ts';
export { type WriteRound, outcomeOfError, writeAll } from './edits/bookmarkWriteRound.ts';
export type { BookmarkWriter } from './edits/bookmarkWriter.ts';
export {
  type RecordedEditTransaction,
  applyEdit,
  type createEdits,
} from './edits/edits.service.ts';
export { type EditedValues, editInput } from './edits/edits.ts';
export { applyItemEdit } from './edits/itemEdits.ts';
export { valuesAfter, valuesBefore } from './edits/itemHistory.ts';
export type { WriteOutcome } from './edits/writeOutcome.ts';
export { type Difference, beingDecided, sameValue } from './inconsistencies.ts';
export type { DemoRestoration } from './runs/importUndo.service.ts';
export type { InconsistencyDetection } from './runs/inconsistencyDetection.service.ts';
export type { DemoChoice } from './syncStatus.ts';
export type { TrashedBookmark } from './undo.ts';

interface Options {
  db: Knex;
  /** On which a living run holds its lock; `db` unless a pooler is in between. */
  sessions?: Knex;
  /** Where decisions are written back; null when the service is not configured. */
  provider: BookmarkProvider | null;
  /** What a run reads; null when nothing is configured. */
  source: BookmarkSource | null;
  /** Cron fields in UTC; null: only when somebody asks. */
  schedule: string | null;
  /** Checks the address of an item now, and settles what that says about it. */
  recheckItem(itemId: number): Promise<void>;
  toCsv(bookmarks: Iterable<Bookmark>): string;
  /** What other rooms do on the transaction of a run that has settled the catalogue. @param demo what was answered about the demo with the run */
  afterApply?(on: Knex, runId: number | null, demo: DemoChoice | null): Promise<void>;
  /** What the demo locks on the transaction of an undo that is to take these items away. */
  beforeImportUndo?(on: Knex, going: readonly number[]): Promise<void>;
  /** Gives the demo back, on the transaction of an undo, what people had done there before these took its place. */
  restoreDemoWork?(on: Knex, workedItemIds: readonly number[]): Promise<DemoRestoration>;
  /** What the demo does on the transaction of an undo that has taken these items away; answers how many of its services are back. */
  afterImportUndo?(on: Knex, gone: readonly number[]): Promise<number>;
  clock: Clock;
  log: Log;
  /** How long many decisions may take in one request; `limits.upstream.manyDecisionsMs` unless told. */
  manyDecisionsMs?: number;
}

/** How services are changed here: rooms that change several at once work with these. */
export interface Editing {
  /** One transaction, begun again while a run settles the catalogue; its jobs are stored last. */
  inTransaction<Result>(
    work: (tx: RecordedEditTransaction, trx: Knex.Transaction, jobs: JobQueue) => Promise<Result>,
  ): Promise<Result>;
  writer: BookmarkWriter;
}

/** How long a decision waits for a run that settles: less than a claim lasts. */
const decisionWaitMs = 45_000;

/** How long after an edit the queue looks whether its bookmark was written; the press itself has written it by then. */
const writeRetryMs = minuteMs;

/** Where runs and link checks raise and close differences, on their own transaction. */
export const inconsistencyDetectionOn = (on: Knex, clock: Clock): InconsistencyDetection =>
  createInconsistencyDetection({
    store: inconsistencyDetectionStore(on),
    auditLog: auditLogOn(on, clock),
    clock,
  });

/** Lets a transaction of another room settle the catalogue: no run settles it meanwhile. */
export const lockForRunOn = (on: Knex): Promise<void> => syncStore(on).lockForRun();

export function createSyncModule(options: Options) {
  const { db, sessions = db, provider, source, schedule, clock, log, manyDecisionsMs } = options;
  const agreementsOn = (on: Knex) =>
    createMergeBases({ store: mergeBasesStore(on), runs: syncStore(on), clock });
  const requestTranslationBy = (jobs: JobQueue) => async () => {
    await jobs.enqueue('translateItems', {}, { key: 'translateItems' });
    await jobs.enqueue('writeTasks', {}, { key: 'writeTasks' });
  };
  const runRoomsOn = (on: Knex): SyncTransaction => ({
    runs: syncStore(on),
    mergeBases: mergeBasesStore(on),
    items: syncedItemsOn(on, clock),
    detection: inconsistencyDetectionOn(on, clock),
    auditLog: auditLogOn(on, clock),
    requestTranslation: requestTranslationBy(jobQueue(on)),
    afterApply: async (runId, demo) => options.afterApply?.(on, runId, demo),
  });
  const decisionRoomsOn = (on: Knex, jobs: JobQueue): DecisionTransaction => ({
    store: inconsistenciesStore(on),
    items: syncedItemsOn(on, clock),
    mergeBases: agreementsOn(on),
    auditLog: auditLogOn(on, clock),
    requestTranslation: requestTranslationBy(jobs),
  });
  const editRoomsOn = (on: Knex, jobs: JobQueue): RecordedEditTransaction => ({
    items: syncedItemsOn(on, clock),
    mergeBases: agreementsOn(on),
    detection: inconsistencyDetectionOn(on, clock),
    auditLog: auditLogOn(on, clock),
    tasks: itemTasksOn(on),
    requestTranslation: requestTranslationBy(jobs),
    requestWrite: async () => {
      // A little later: the press that asks for it writes at once.
      const runAt = new Date(clock().getTime() + writeRetryMs);
      if (provider) await jobs.enqueue('writeBookmarks', {}, { key: 'writeBookmarks', runAt });
    },
  });
  /** One transaction on items that no run settles meanwhile. */
  const besideNoRun = <Result>(
    work: (trx: Knex.Transaction, jobs: JobQueue) => Promise<Result>,
  ): Promise<Result> =>
    waitForSyncRun(
      () => inTransaction(db, (trx) => enqueueAtEnd(jobQueue(trx), (jobs) => work(trx, jobs))),
      decisionWaitMs,
    );
  const edit: Editing['inTransaction'] = (work) =>
    besideNoRun((trx, jobs) => work(editRoomsOn(trx, jobs), trx, jobs));
  const bookmarkWriter = createBookmarkWriter({
    inTransaction: edit,
    provider,
    mergeBases: agreementsOn(db),
  });
  const decide = <Result>(work: (tx: DecisionTransaction) => Promise<Result>): Promise<Result> =>
    besideNoRun((trx, jobs) => work(decisionRoomsOn(trx, jobs)));

  return {
    sync: createSync({
      store: { ...syncStore(db), begin: syncStore(sessions).begin },
      mergeBases: mergeBasesStore(db),
      inTransaction: (work) => inTransaction(db, (trx) => work(runRoomsOn(trx))),
      inSnapshot: (work) =>
        db.transaction((trx) => work(runRoomsOn(trx)), {
          isolationLevel: 'repeatable read',
          readOnly: true,
        }),
      asRefusal: asDomainError,
      source,
      schedule,
      clock,
      log: log.child({ part: 'sync' }),
    }),
    bookmarkWriter,
    editing: { inTransaction: edit, writer: bookmarkWriter },
    edits: createEdits({
      items: syncedItemsOn(db, clock),
      auditLog: auditLogOn(db, clock),
      inTransaction: edit,
      writer: bookmarkWriter,
    }),
    inconsistencies: createInconsistencies({
      store: inconsistenciesStore(db),
      search: inconsistenciesQueries(db),
      resolutions: createResolutions({
        withLease: createLeases({ store: inconsistenciesStore(db), inTransaction: decide, clock }),
        writes: createResolutionWrites({ ...decisionRoomsOn(db, jobQueue(db)), provider, clock }),
        applier: createResolutionApplier({
          store: inconsistenciesStore(db),
          inTransaction: decide,
          clock,
        }),
      }),
      recheckItem: options.recheckItem,
      asRefusal: asDomainError,
      log: log.child({ part: 'desk' }),
      ...(manyDecisionsMs === undefined ? {} : { manyMs: manyDecisionsMs }),
    }),
    imports: createImports({
      store: importsStore(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: importsStore(trx),
            detection: inconsistencyDetectionStore(trx),
            items: syncedItemsOn(trx, clock),
            auditLog: auditLogOn(trx, clock),
            lockForRun: () => lockForRunOn(trx),
            lockDemo: async (going) => options.beforeImportUndo?.(trx, going),
            restoreDemoWork: async (workedItemIds) =>
              (await options.restoreDemoWork?.(trx, workedItemIds)) ?? { itemIds: [], restored: 0 },
            restoreDemo: async (gone) => (await options.afterImportUndo?.(trx, gone)) ?? 0,
          }),
        ),
      clock,
    }),
    catalogueExport: createCatalogueExport({
      items: syncedItemsOn(db, clock),
      mergeBases: mergeBasesStore(db),
      toCsv: options.toCsv,
    }),
  };
}
