// Does one run that has begun, to its end: signs of life on the way, and an outcome whatever happens.
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError, keptRefusal } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import { createWriteRests } from '../../../shared/yieldingScheduler.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { BookmarkSource } from '../bookmarkProvider.ts';
import { applyDeletions } from './removedBookmarks.ts';
import {
  newOutcome,
  readEverything,
  settleAll,
  TooManyRemovals,
  type RunInProgress,
} from './runSteps.ts';
import { applyPart, type SyncTransaction } from './applyRun.ts';
import { stageInDatabase } from './stagedBookmarks.ts';
import { noCounts, type SyncOutcome, type SyncProgress, type DemoChoice } from '../sync.ts';
import type { HeldRun, SyncStore } from './sync.store.ts';

export interface RunTools {
  store: SyncStore;
  agreements: MergeBasesStore;
  inTransaction<Result>(work: (rooms: SyncTransaction) => Promise<Result>): Promise<Result>;
  /** A failure of the database as a refusal; any other error unchanged. */
  asRefusal: (error: unknown) => unknown;
  clock: Clock;
  log: Log;
}

interface Asked {
  source: BookmarkSource;
  allowRemovals: boolean;
  demo: DemoChoice | null;
  signal: AbortSignal;
  onProgress?: (progress: SyncProgress) => void;
}

const beatMs = 5_000;

/** A run that could not be closed for so long is declared dead by the next one. */
const closeTries = 60;
const betweenTriesMs = 1_000;

const isAway = (refusal: unknown): boolean =>
  refusal instanceof DomainError && refusal.reason === 'databaseAway';

const takenOver = () =>
  new DomainError('CONFLICT', 'Another run has taken over.', { reason: 'syncTakenOver' });

/** Reads, settles and closes the run; what goes wrong is written into it. Lets go of it in the end. */
export async function completeRun(tools: RunTools, held: HeldRun, asked: Asked): Promise<void> {
  const { store, agreements, inTransaction, clock } = tools;
  const log = tools.log.child({ runId: held.id });
  const lost = new AbortController();
  const signal = AbortSignal.any([asked.signal, lost.signal]);
  const outcome = newOutcome();
  const rest = createWriteRests();
  const beat = async (): Promise<void> => {
    if (!(await held.beat(outcome.counts, outcome.expected))) lost.abort(takenOver());
  };
  const run: RunInProgress = {
    source: asked.source,
    stage: stageInDatabase(store, held.id),
    agreements,
    runId: held.id,
    startedAt: held.startedAt,
    allowRemovals: asked.allowRemovals,
    outcome,
    signal,
    clock,
    onStep: async (phase) => {
      await beat();
      await rest();
      asked.onProgress?.({ phase, counts: { ...outcome.counts }, expected: outcome.expected });
    },
  };
  const timer = setInterval(() => {
    beat().catch((err: unknown) => log.warn({ err }, 'The run could not show a sign of life'));
  }, beatMs);
  /** Closes a failed run, if need be when the database is back; not while the server closes. */
  const closeFailed = async (failed: SyncOutcome): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await store.close(held.id, failed, clock());
        return;
      } catch (error) {
        if (!isAway(tools.asRefusal(error)) || tries === closeTries || asked.signal.aborted)
          throw error;
        await wait(betweenTriesMs, undefined, { signal: asked.signal }).catch(() => undefined);
      }
    }
  };
  try {
    const reading = await readEverything(run);
    await inTransaction(async (rooms) => {
      await rooms.runs.settleAlone();
      await settleAll(run, rooms, reading, {
        part: (settlement, plan) => applyPart(settlement, plan, rest),
        gone: applyDeletions,
      });
      await rooms.afterSettling(held.id, asked.demo);
      if (!(await rooms.runs.close(held.id, outcome, clock()))) throw takenOver();
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
