// Composition of the synchronisation: runs, review of inconsistencies, item edits, imports and export.
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
import { createLeases, createResolutions } from './review/resolutions.service.ts';
import { inconsistenciesQueries, InconsistenciesStore } from './review/inconsistencies.store.ts';
import { InconsistencyReview } from './review/inconsistencies.service.ts';
import { createResolutionWrites } from './review/writeBack.ts';
import { ResolutionApplier, type DecisionTransaction } from './review/applyResolution.ts';
import { BookmarkWriter } from './edits/bookmarkWriter.ts';
import { createEdits, type RecordedEditTransaction } from './edits/edits.service.ts';
import { createMergeBases, waitForSyncRun } from './runs/mergeBases.service.ts';
import { mergeBasesStore } from './runs/mergeBases.store.ts';
import { createCatalogueExport } from './runs/catalogueExport.ts';
import {
  createInconsistencyDetection,
  type InconsistencyDetection,
} from './runs/inconsistencyDetection.service.ts';
import { inconsistencyDetectionStore } from './runs/inconsistencyDetection.store.ts';
import { createImports, type DemoRestoration } from './runs/importUndo.service.ts';
import { ImportsStore } from './runs/imports.store.ts';
import type { SyncTransaction } from './runs/applyRun.ts';
import { SyncService } from './runs/sync.service.ts';
import { SyncStore } from './runs/sync.store.ts';

export type { BookmarkFileOptions } from './bookmarkFile.ts';
export type { Bookmark, BookmarkProvider } from './bookmarkProvider.ts';
export {
  outcomeOfError,
  writeAll,
  type WriteOutcome,
  type WriteRound,
  type BookmarkWriter,
} from './edits/bookmarkWriter.ts';
export {
  type RecordedEditTransaction,
  applyEdit,
  type createEdits,
} from './edits/edits.service.ts';
export { adoptBookmark, applyItemEdit, type EditedValues, editInput } from './edits/itemEdits.ts';
export { valuesAfter, valuesBefore } from './edits/itemHistory.ts';
export {
  beingDecided,
  type Difference,
  sameValue,
  type TrashedBookmark,
} from './inconsistencies.ts';
export { selectFileRows } from './runs/fileRows.ts';
export type { DemoRestoration } from './runs/importUndo.service.ts';
export type { InconsistencyDetection } from './runs/inconsistencyDetection.service.ts';
export type { DemoChoice } from './syncStatus.ts';

interface Options {
  db: Knex;
  /** Connections with a lasting session, for the lock of a run; equals `db` without a pooler. */
  sessions?: Knex;
  /** Receives write-backs; null when none is configured. */
  provider: BookmarkProvider | null;
  /** Read by runs; null when none is configured. */
  source: BookmarkSource | null;
  /** Five cron fields in UTC; null when runs start only by hand. */
  schedule: string | null;
  /** Checks the address of an item now, and raises or closes its `link_broken`. */
  recheckItem(itemId: number): Promise<void>;
  toCsv(bookmarks: Iterable<Bookmark>, delimiter?: ',' | ';'): string;
  /** Hook on the transaction of an applied run. @param demo the admin's answer about the demo */
  afterApply?(on: Knex, runId: number | null, demo: DemoChoice | null): Promise<void>;
  /** Hook before an import undo removes these items. */
  beforeImportUndo?(on: Knex, going: readonly number[]): Promise<void>;
  /** Moves likes, use cases and other work back from these items to the demo items that they replaced. */
  restoreDemoWork?(on: Knex, workedItemIds: readonly number[]): Promise<DemoRestoration>;
  /** Hook after an import undo has removed these items; returns the number of restored demo items. */
  afterImportUndo?(on: Knex, gone: readonly number[]): Promise<number>;
  clock: Clock;
  log: Log;
  /** Time limit of a bulk decision; default `limits.upstream.manyDecisionsMs`. */
  manyDecisionsMs?: number;
}

/** Item edits for other modules. */
export interface Editing {
  /** A transaction that locks out runs; waits while a run is being applied. Its jobs are stored last. */
  inTransaction<Result>(
    work: (tx: RecordedEditTransaction, trx: Knex.Transaction, jobs: JobQueue) => Promise<Result>,
  ): Promise<Result>;
  writer: BookmarkWriter;
}

/** Longest wait of a decision for a run; shorter than a lease. */
const decisionWaitMs = 45_000;

/** Delay of the job for writes that failed in the request. */
const writeRetryMs = minuteMs;

/** Detection of inconsistencies on the transaction of a run or a link check. */
export const inconsistencyDetectionOn = (on: Knex, clock: Clock): InconsistencyDetection =>
  createInconsistencyDetection({
    store: inconsistencyDetectionStore(on),
    auditLog: auditLogOn(on, clock),
    clock,
  });

/** Locks out runs and decisions until the end of the transaction. */
export const lockForRunOn = (on: Knex): Promise<void> => new SyncStore(on).lockForRun();

const mergeBasesOn = (on: Knex, clock: Clock) =>
  createMergeBases({ store: mergeBasesStore(on), runs: new SyncStore(on), clock });

const translationRequester = (jobs: JobQueue) => async () => {
  await jobs.enqueue('translateItems', {}, { key: 'translateItems' });
  await jobs.enqueue('writeItemTasks', {}, { key: 'writeItemTasks' });
};

const runTransactionOn = (on: Knex, { clock, afterApply }: Options): SyncTransaction => ({
  runs: new SyncStore(on),
  mergeBases: mergeBasesStore(on),
  items: syncedItemsOn(on, clock),
  detection: inconsistencyDetectionOn(on, clock),
  auditLog: auditLogOn(on, clock),
  requestTranslation: translationRequester(jobQueue(on)),
  afterApply: async (runId, demo) => afterApply?.(on, runId, demo),
});

const decisionTransactionOn = (
  on: Knex,
  jobs: JobQueue,
  { clock }: Options,
): DecisionTransaction => ({
  store: new InconsistenciesStore(on),
  items: syncedItemsOn(on, clock),
  mergeBases: mergeBasesOn(on, clock),
  auditLog: auditLogOn(on, clock),
  requestTranslation: translationRequester(jobs),
});

const editTransactionOn = (
  on: Knex,
  jobs: JobQueue,
  { clock, provider }: Options,
): RecordedEditTransaction => ({
  items: syncedItemsOn(on, clock),
  mergeBases: mergeBasesOn(on, clock),
  detection: inconsistencyDetectionOn(on, clock),
  auditLog: auditLogOn(on, clock),
  tasks: itemTasksOn(on),
  requestTranslation: translationRequester(jobs),
  requestWrite: async () => {
    // The request writes at once; the job covers what the request could not write.
    const runAt = new Date(clock().getTime() + writeRetryMs);
    if (provider) await jobs.enqueue('writeBookmarks', {}, { key: 'writeBookmarks', runAt });
  },
});

/** A transaction whose jobs are stored last; restarted while a run is being applied. */
const inDecisionTransaction = <Result>(
  db: Knex,
  work: (trx: Knex.Transaction, jobs: JobQueue) => Promise<Result>,
): Promise<Result> =>
  waitForSyncRun(
    () => inTransaction(db, (trx) => enqueueAtEnd(jobQueue(trx), (jobs) => work(trx, jobs))),
    decisionWaitMs,
  );

function composeSync(options: Options): SyncService {
  const { db, sessions = db, source, schedule, clock, log } = options;
  return new SyncService({
    store: new SyncStore(db),
    runLockStore: new SyncStore(sessions),
    mergeBases: mergeBasesStore(db),
    inTransaction: (work) => inTransaction(db, (trx) => work(runTransactionOn(trx, options))),
    inSnapshot: (work) =>
      db.transaction((trx) => work(runTransactionOn(trx, options)), {
        isolationLevel: 'repeatable read',
        readOnly: true,
      }),
    asRefusal: asDomainError,
    source,
    schedule,
    clock,
    log: log.child({ part: 'sync' }),
  });
}

function composeReview(options: Options): InconsistencyReview {
  const { db, provider, clock, log, recheckItem, manyDecisionsMs } = options;
  const store = new InconsistenciesStore(db);
  const decide = <Result>(work: (tx: DecisionTransaction) => Promise<Result>): Promise<Result> =>
    inDecisionTransaction(db, (trx, jobs) => work(decisionTransactionOn(trx, jobs, options)));
  return new InconsistencyReview({
    store,
    search: inconsistenciesQueries(db),
    resolutions: createResolutions({
      withLease: createLeases({ store, inTransaction: decide, clock }),
      writes: createResolutionWrites({
        ...decisionTransactionOn(db, jobQueue(db), options),
        provider,
        clock,
      }),
      applier: new ResolutionApplier({ store, inTransaction: decide, clock }),
    }),
    recheckItem,
    asRefusal: asDomainError,
    log: log.child({ part: 'review' }),
    ...(manyDecisionsMs === undefined ? {} : { manyMs: manyDecisionsMs }),
  });
}

const composeImports = ({ db, clock, ...hooks }: Options) =>
  createImports({
    store: new ImportsStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: new ImportsStore(trx),
          detection: inconsistencyDetectionStore(trx),
          items: syncedItemsOn(trx, clock),
          auditLog: auditLogOn(trx, clock),
          lockForRun: () => lockForRunOn(trx),
          lockDemo: async (itemIds) => hooks.beforeImportUndo?.(trx, itemIds),
          restoreDemoWork: async (itemIds) =>
            (await hooks.restoreDemoWork?.(trx, itemIds)) ?? { itemIds: [], restored: 0 },
          restoreDemo: async (itemIds) => (await hooks.afterImportUndo?.(trx, itemIds)) ?? 0,
        }),
      ),
    clock,
  });

export function createSyncModule(options: Options) {
  const { db, provider, clock, toCsv } = options;
  const edit: Editing['inTransaction'] = (work) =>
    inDecisionTransaction(db, (trx, jobs) =>
      work(editTransactionOn(trx, jobs, options), trx, jobs),
    );
  const bookmarkWriter = new BookmarkWriter({
    inTransaction: edit,
    provider,
    mergeBases: mergeBasesOn(db, clock),
  });
  return {
    sync: composeSync(options),
    bookmarkWriter,
    editing: { inTransaction: edit, writer: bookmarkWriter },
    edits: createEdits({
      items: syncedItemsOn(db, clock),
      auditLog: auditLogOn(db, clock),
      inTransaction: edit,
      writer: bookmarkWriter,
    }),
    inconsistencies: composeReview(options),
    imports: composeImports(options),
    catalogueExport: createCatalogueExport({
      items: syncedItemsOn(db, clock),
      mergeBases: mergeBasesStore(db),
      toCsv,
    }),
  };
}
