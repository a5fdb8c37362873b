// The synchronisation, composed: runs and decisions on one transaction each, with the items, the record and the queue.
import type { DemoChoice } from './sync.ts';
import type { Knex } from 'knex';
import { asDomainError } from '../../database/databaseErrors.ts';
import { jobQueue, withJobsLast, type JobQueue } from '../../database/jobQueue.ts';
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
import { createResolutionSteps, type DecisionTransaction } from './review/applyResolution.ts';
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
import { createImports, type HandedBack } from './runs/importUndo.service.ts';
import { importsStore } from './runs/imports.store.ts';
import type { SyncTransaction } from './runs/applyRun.ts';
import { createSync } from './runs/sync.service.ts';
import { syncStore } from './runs/sync.store.ts';
export type { Bookmark, BookmarkProvider } from './bookmarkProvider.ts';
export { adoptBookmark } from './edits/adoptBookmark.ts';
export { type WritingRound, waitingAfter, writeEach } from './edits/bookmarkWriteRound.ts';
export type { BookmarkWriter } from './edits/bookmarkWriter.ts';
export {
  type RecordedEditTransaction,
  applyEdit,
  type createEdits,
} from './edits/edits.service.ts';
export { type EditedValues, editInput } from './edits/edits.ts';
export { holdEdit } from './edits/itemEdits.ts';
export { valuesAfter, valuesBefore } from './edits/itemHistory.ts';
export type { WriteOutcome } from './edits/writeOutcome.ts';
export { type Difference, beingDecided, sameValue } from './inconsistencies.ts';
export type { HandedBack } from './runs/importUndo.service.ts';
export type { InconsistencyDetection } from './runs/inconsistencyDetection.service.ts';
export type { DemoChoice } from './sync.ts';
export type { TrashedBookmark } from './undo.ts';

interface Options {
  db: Knex;
  /** On which a living run holds its lock; `db` unless a pooler is in between. */
  sessions?: Knex;
  /** Where decisions are written back; null when the service is not configured. */
  service: BookmarkProvider | null;
  /** What a run reads; null when nothing is configured. */
  source: BookmarkSource | null;
  /** Cron fields in UTC; null: only when somebody asks. */
  schedule: string | null;
  /** Checks the address of an item now, and settles what that says about it. */
  recheckItem(itemId: number): Promise<void>;
  toCsv(bookmarks: Iterable<Bookmark>): string;
  /** What other rooms do on the transaction of a run that has settled the catalogue. @param demo what was answered about the demo with the run */
  afterSettling?(on: Knex, runId: number | null, demo: DemoChoice | null): Promise<void>;
  /** What the demo locks on the transaction of an undo that is to take these items away. */
  beforeUndo?(on: Knex, going: readonly number[]): Promise<void>;
  /** Gives the demo back, on the transaction of an undo, what people had done there before these took its place. */
  handBack?(on: Knex, worked: readonly number[]): Promise<HandedBack>;
  /** What the demo does on the transaction of an undo that has taken these items away; answers how many of its services are back. */
  afterUndo?(on: Knex, gone: readonly number[]): Promise<number>;
  clock: Clock;
  log: Log;
  /** How long many decisions may take in one request; `limits.upstream.manyDecisionsMs` unless told. */
  manyDecisionsMs?: number;
}

/** How services are changed here: rooms that change several at once work with these. */
export interface Editing {
  /** One transaction, begun again while a run settles the catalogue; its jobs are stored last. */
  inTransaction<Result>(
    work: (
      rooms: RecordedEditTransaction,
      trx: Knex.Transaction,
      jobs: JobQueue,
    ) => Promise<Result>,
  ): Promise<Result>;
  writer: BookmarkWriter;
}

/** How long a decision waits for a run that settles: less than a claim lasts. */
const decisionWaitsMs = 45_000;

/** How long after an edit the queue looks whether its bookmark was written; the press itself has written it by then. */
const writeAgainMs = minuteMs;

/** Where runs and link checks raise and close differences, on their own transaction. */
export const inconsistencyDetectionOn = (on: Knex, clock: Clock): InconsistencyDetection =>
  createInconsistencyDetection({
    store: inconsistencyDetectionStore(on),
    activity: auditLogOn(on, clock),
    clock,
  });

/** Lets a transaction of another room settle the catalogue: no run settles it meanwhile. */
export const settleExclusivelyOn = (on: Knex): Promise<void> => syncStore(on).settleAlone();

export function createSyncModule(options: Options) {
  const { db, sessions = db, service, source, schedule, clock, log, manyDecisionsMs } = options;
  const agreementsOn = (on: Knex) =>
    createMergeBases({ store: mergeBasesStore(on), runs: syncStore(on), clock });
  const requestTranslationBy = (jobs: JobQueue) => async () => {
    await jobs.enqueue('translateItems', {}, { key: 'translateItems' });
    await jobs.enqueue('writeItemTasks', {}, { key: 'writeItemTasks' });
  };
  const runRoomsOn = (on: Knex): SyncTransaction => ({
    runs: syncStore(on),
    agreements: mergeBasesStore(on),
    items: syncedItemsOn(on, clock),
    findings: inconsistencyDetectionOn(on, clock),
    activity: auditLogOn(on, clock),
    requestTranslation: requestTranslationBy(jobQueue(on)),
    afterSettling: async (runId, demo) => options.afterSettling?.(on, runId, demo),
  });
  const decisionRoomsOn = (on: Knex, jobs: JobQueue): DecisionTransaction => ({
    store: inconsistenciesStore(on),
    items: syncedItemsOn(on, clock),
    agreements: agreementsOn(on),
    activity: auditLogOn(on, clock),
    requestTranslation: requestTranslationBy(jobs),
  });
  const editRoomsOn = (on: Knex, jobs: JobQueue): RecordedEditTransaction => ({
    items: syncedItemsOn(on, clock),
    agreements: agreementsOn(on),
    findings: inconsistencyDetectionOn(on, clock),
    activity: auditLogOn(on, clock),
    tasks: itemTasksOn(on),
    requestTranslation: requestTranslationBy(jobs),
    requestWrite: async () => {
      // A little later: the press that asks for it writes at once.
      const runAt = new Date(clock().getTime() + writeAgainMs);
      if (service) await jobs.enqueue('writeBookmarks', {}, { key: 'writeBookmarks', runAt });
    },
  });
  /** One transaction on items that no run settles meanwhile. */
  const besideNoRun = <Result>(
    work: (trx: Knex.Transaction, jobs: JobQueue) => Promise<Result>,
  ): Promise<Result> =>
    waitForSyncRun(
      () => inTransaction(db, (trx) => withJobsLast(jobQueue(trx), (jobs) => work(trx, jobs))),
      decisionWaitsMs,
    );
  const edit: Editing['inTransaction'] = (work) =>
    besideNoRun((trx, jobs) => work(editRoomsOn(trx, jobs), trx, jobs));
  const bookmarkWriter = createBookmarkWriter({
    inTransaction: edit,
    service,
    agreements: agreementsOn(db),
  });
  const decide = <Result>(work: (rooms: DecisionTransaction) => Promise<Result>): Promise<Result> =>
    besideNoRun((trx, jobs) => work(decisionRoomsOn(trx, jobs)));

  return {
    sync: createSync({
      store: { ...syncStore(db), begin: syncStore(sessions).begin },
      agreements: mergeBasesStore(db),
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
      activity: auditLogOn(db, clock),
      inTransaction: edit,
      writer: bookmarkWriter,
    }),
    inconsistencies: createInconsistencies({
      store: inconsistenciesStore(db),
      search: inconsistenciesQueries(db),
      resolutions: createResolutions({
        holding: createLeases({ store: inconsistenciesStore(db), inTransaction: decide, clock }),
        writes: createResolutionWrites({ ...decisionRoomsOn(db, jobQueue(db)), service, clock }),
        settlements: createResolutionSteps({
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
            findings: inconsistencyDetectionStore(trx),
            items: syncedItemsOn(trx, clock),
            activity: auditLogOn(trx, clock),
            settleAlone: () => settleExclusivelyOn(trx),
            holdDemo: async (going) => options.beforeUndo?.(trx, going),
            handBack: async (worked) =>
              (await options.handBack?.(trx, worked)) ?? { from: [], back: 0 },
            bringDemoBack: async (gone) => (await options.afterUndo?.(trx, gone)) ?? 0,
          }),
        ),
      clock,
    }),
    catalogueExport: createCatalogueExport({
      items: syncedItemsOn(db, clock),
      agreements: mergeBasesStore(db),
      toCsv: options.toCsv,
    }),
  };
}
