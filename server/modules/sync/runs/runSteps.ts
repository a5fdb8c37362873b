// Steps of a run: read the source, detect removals, process the batches.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { YieldingScheduler } from '../../../shared/yieldingScheduler.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import type { BookmarkProvider, BookmarkSource } from '../bookmarkProvider.ts';
import { planDeletions, type DeletionPlan } from './removedBookmarks.ts';
import { proveRemovals, type MissingItem, type Removals } from './removals.ts';
import { planBatch, type BatchPlan, type RunContext, type SyncTransaction } from './applyRun.ts';
import type { StagedBookmarks } from './stagedBookmarks.ts';
import { noCounts, type SyncOutcome, type SyncProgress } from '../syncStatus.ts';
import { limits } from '../../../config/limits.ts';

/** An active run or rehearsal. */
export interface RunInProgress {
  source: BookmarkSource;
  stage: StagedBookmarks;
  mergeBases: MergeBasesStore;
  /** Null for a rehearsal. */
  runId: number | null;
  startedAt: Date;
  allowRemovals: boolean;
  outcome: SyncOutcome;
  signal: AbortSignal;
  clock: Clock;
  /** Scheduler of a preview. */
  scheduler?: YieldingScheduler;
  /** Called at each step, for progress and heartbeat. */
  onStep(phase: SyncProgress['phase']): Promise<void>;
}

export interface RunReading {
  bookmarkIds: number[];
  removals: Removals;
}

/** Too many bookmarks are gone to continue without confirmation. */
export class TooManyRemovals extends DomainError {
  constructor(gone: number, all: number) {
    super(
      'CONFLICT',
      `${gone} or more of ${all} bookmarks are gone, which is more than a fifth: an admin must confirm this.`,
      { reason: 'tooManyRemovals', facts: { gone, all } },
    );
  }
}

const batchSize = 500;

const noRemovals: Removals = {
  gone: [],
  moved: [],
  recreated: new Map(),
  isTooMany: false,
  suspected: 0,
};

export const newOutcome = (): SyncOutcome => ({
  counts: { ...noCounts },
  failures: [],
  expected: null,
  error: null,
  errorReason: null,
  needsConfirmation: false,
});

const isProvider = (source: BookmarkSource): source is BookmarkProvider => 'find' in source;

/**
 * Reads the source and detects removals; a file removes nothing.
 * @throws TooManyRemovals when more than a fifth is gone without permission
 */
export async function readSource(run: RunInProgress): Promise<RunReading> {
  const { source, stage, outcome, signal } = run;
  const bookmarkIds: number[] = [];
  for await (const page of source.pages(signal)) {
    signal.throwIfAborted();
    await stage.put(page.bookmarks);
    for (const bookmark of page.bookmarks) bookmarkIds.push(bookmark.id);
    outcome.expected = page.expected ?? outcome.expected;
    outcome.counts.seen += page.bookmarks.length;
    outcome.counts.failed += page.unreadable.length;
    outcome.failures.push(
      ...page.unreadable.slice(0, limits.lists.unreadableBookmarks - outcome.failures.length),
    );
    await run.onStep('reading');
  }
  signal.throwIfAborted();
  return {
    bookmarkIds,
    removals: isProvider(source) ? await findRemovals(run, source, bookmarkIds) : noRemovals,
  };
}

async function findRemovals(
  run: RunInProgress,
  provider: BookmarkProvider,
  bookmarkIds: readonly number[],
): Promise<Removals> {
  const { mergeBases, stage, allowRemovals, clock, signal } = run;
  const missing: MissingItem[] = await mergeBases.missing(bookmarkIds);
  if (missing.length === 0) return noRemovals;
  await run.onStep('removals');
  const all = await mergeBases.countPresent();
  const unknown = await stage.byIds(await mergeBases.withoutItem(bookmarkIds));
  const removals = await proveRemovals({
    provider,
    missing,
    newBookmarks: unknown,
    presentCount: all,
    allowRemovals,
    now: clock(),
    signal,
    onStep: () => run.onStep('removals'),
  });
  if (removals.isTooMany)
    throw new TooManyRemovals(removals.gone.length || removals.suspected, all);
  return removals;
}

/** Receives the plans: a run writes them, a rehearsal collects them. */
export interface BatchHandler {
  batch(context: RunContext, plan: BatchPlan): Promise<void>;
  deletions(context: RunContext, plan: DeletionPlan): Promise<void>;
}

/** Plans all batches on one transaction and hands them to the handler. */
export async function processRun(
  run: RunInProgress,
  tx: SyncTransaction,
  { removals }: RunReading,
  handler: BatchHandler,
): Promise<void> {
  const { outcome, stage, signal } = run;
  // The transaction may be retried from its beginning.
  Object.assign(outcome.counts, { new: 0, changed: 0, unchanged: 0, removed: 0 });
  const context: RunContext = {
    tx,
    runId: run.runId,
    source: run.source.kind,
    readStartedAt: run.startedAt,
    scheduler: run.scheduler,
    rebound: removals.recreated,
    clock: run.clock,
    counts: outcome.counts,
  };
  for (let last = 0; ;) {
    signal.throwIfAborted();
    const part = await stage.page(tx.runs, last, batchSize);
    await handler.batch(context, await planBatch(context, part));
    await run.onStep('settling');
    if (part.length < batchSize) break;
    last = part.at(-1)?.id ?? last;
  }
  for (
    let start = 0;
    start < removals.gone.length || (start === 0 && removals.moved.length > 0);
    start += batchSize
  ) {
    const part = {
      ...removals,
      gone: removals.gone.slice(start, start + batchSize),
      moved: start === 0 ? removals.moved : [],
    };
    await handler.deletions(context, await planDeletions(context, part));
  }
}
