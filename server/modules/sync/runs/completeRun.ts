// Execution of a started run: reading, applying, heartbeats, and an outcome in every case.
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError, keptRefusal } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import { createWriteRests } from '../../../shared/yieldingScheduler.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { BookmarkSource } from '../bookmarkProvider.ts';
import {
  applyDeletions,
  newOutcome,
  processRun,
  readSource,
  type RunInProgress,
  stageInDatabase,
  TooManyRemovals,
} from './runSteps.ts';
import { applyBatch, type SyncTransaction } from './applyRun.ts';
import { noCounts, type SyncOutcome, type SyncProgress, type DemoChoice } from '../syncStatus.ts';
import type { ActiveRun, SyncStore } from './sync.store.ts';

export interface RunDependencies {
  store: SyncStore;
  mergeBases: MergeBasesStore;
  inTransaction<Result>(work: (tx: SyncTransaction) => Promise<Result>): Promise<Result>;
  /** Turns a database error into a DomainError; returns other errors unchanged. */
  asRefusal: (error: unknown) => unknown;
  clock: Clock;
  log: Log;
}

interface RunRequest {
  source: BookmarkSource;
  allowRemovals: boolean;
  demo: DemoChoice | null;
  signal: AbortSignal;
  onProgress?: (progress: SyncProgress) => void;
}

const heartbeatMs = 5_000;

/** After these attempts, the next run declares this one dead. */
const maxCloseAttempts = 60;
const closeRetryMs = 1_000;

const isDatabaseUnavailable = (refusal: unknown): boolean =>
  refusal instanceof DomainError && refusal.reason === 'databaseAway';

const takenOver = () =>
  new DomainError('CONFLICT', 'Another run has taken over.', { reason: 'syncTakenOver' });

/** Executes and closes the run; an error is stored in it. Always releases the run. */
export async function completeRun(
  tools: RunDependencies,
  held: ActiveRun,
  request: RunRequest,
): Promise<void> {
  const { store, mergeBases, inTransaction, clock } = tools;
  const log = tools.log.child({ runId: held.id });
  const lost = new AbortController();
  const signal = AbortSignal.any([request.signal, lost.signal]);
  const outcome = newOutcome();
  const rest = createWriteRests();
  const beat = async (): Promise<void> => {
    if (!(await held.heartbeat(outcome.counts, outcome.expected))) lost.abort(takenOver());
  };
  const run: RunInProgress = {
    source: request.source,
    stage: stageInDatabase(store, held.id),
    mergeBases,
    runId: held.id,
    startedAt: held.startedAt,
    allowRemovals: request.allowRemovals,
    outcome,
    signal,
    clock,
    onStep: async (phase) => {
      await beat();
      await rest();
      request.onProgress?.({ phase, counts: { ...outcome.counts }, expected: outcome.expected });
    },
  };
  const timer = setInterval(() => {
    beat().catch((err: unknown) => log.warn({ err }, 'The run could not show a sign of life'));
  }, heartbeatMs);
  /** Closes a failed run; waits for the database unless the server shuts down. */
  const closeFailed = async (failed: SyncOutcome): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await store.close(held.id, failed, clock());
        return;
      } catch (error) {
        if (
          !isDatabaseUnavailable(tools.asRefusal(error)) ||
          tries === maxCloseAttempts ||
          request.signal.aborted
        )
          throw error;
        await wait(closeRetryMs, undefined, { signal: request.signal }).catch(() => undefined);
      }
    }
  };
  try {
    const reading = await readSource(run);
    await inTransaction(async (tx) => {
      await tx.runs.lockForRun();
      await processRun(run, tx, reading, {
        batch: (context, plan) => applyBatch(context, plan, rest),
        deletions: applyDeletions,
      });
      await tx.afterApply(held.id, request.demo);
      if (!(await tx.runs.close(held.id, outcome, clock()))) throw takenOver();
    });
    log.info({ counts: outcome.counts }, 'The synchronisation is finished');
  } catch (error) {
    const refusal = tools.asRefusal(error);
    const cause: unknown = signal.aborted ? signal.reason : refusal;
    const kept = keptRefusal(cause, 'The run failed unexpectedly; the log says why.');
    const isExpected = refusal instanceof DomainError || signal.aborted;
    if (isExpected) log.warn({ reason: kept.error }, 'The synchronisation failed');
    else log.error({ err: error }, 'The synchronisation failed');
    const { seen, failed } = outcome.counts;
    const nothingDone = { ...noCounts, seen, failed };
    const needsConfirmation = error instanceof TooManyRemovals;
    await closeFailed({ ...outcome, ...kept, counts: nothingDone, needsConfirmation });
  } finally {
    clearInterval(timer);
    await held
      .release()
      .catch((err: unknown) => log.warn({ err }, 'The lock of the run was lost before its end'));
  }
}
