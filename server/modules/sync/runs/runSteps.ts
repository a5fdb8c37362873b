// Steps of a run: read the source into a stage, detect and delete removed bookmarks, process the batches.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { YieldingScheduler } from '../../../shared/yieldingScheduler.ts';
import type { Bookmark, BookmarkProvider, BookmarkSource } from '../bookmarkProvider.ts';
import type { Difference } from '../inconsistencies.ts';
import type { MergeBase } from '../mergeBase.ts';
import { noCounts, type SyncOutcome, type SyncProgress } from '../syncStatus.ts';
import { type BatchPlan, planBatch, type RunContext, type SyncTransaction } from './applyRun.ts';
import {
  bookmarkInconsistencyTypes,
  type InconsistencyPlan,
} from './inconsistencyDetection.service.ts';
import type { MergeBasesStore } from './mergeBases.store.ts';
import { type DeletionKind, type MissingItem, proveRemovals, type Removals } from './removals.ts';
import type { SyncStore } from './sync.store.ts';

interface StagedBookmarks {
  put(bookmarks: readonly Bookmark[]): Promise<void>;
  /** A page of bookmarks, by ascending id. */
  page(runs: SyncStore, after: number, count: number): Promise<Bookmark[]>;
  byIds(bookmarkIds: readonly number[]): Promise<Bookmark[]>;
}

/** Stages bookmarks under a run; they are deleted with it. */
export const stageInDatabase = (store: SyncStore, runId: number): StagedBookmarks => ({
  put: (bookmarks) => store.stage(runId, bookmarks),
  page: (runs, after, count) => runs.staged(runId, after, count),
  byIds: (bookmarkIds) => store.stagedByIds(runId, bookmarkIds),
});

export function stageInMemory(): StagedBookmarks {
  const kept = new Map<number, Bookmark>();
  let inOrder: Bookmark[] | null = null;
  return {
    put: async (bookmarks) => {
      inOrder = null;
      for (const bookmark of bookmarks) kept.set(bookmark.id, bookmark);
    },
    page: async (_runs, after, count) => {
      inOrder ??= [...kept.values()].toSorted((one, other) => one.id - other.id);
      const from = inOrder.findIndex(({ id }) => id > after);
      return from === -1 ? [] : inOrder.slice(from, from + count);
    },
    byIds: async (bookmarkIds) => bookmarkIds.flatMap((id) => kept.get(id) ?? []),
  };
}

export interface DeletionPlan {
  gone: MergeBase[];
  moved: MergeBase[];
  detection: InconsistencyPlan;
}

const removedDifference = (as: DeletionKind): Difference => ({
  type: 'item_removed',
  field: '',
  oldValue: null,
  newValue: as,
  changedOnBothSides: false,
});

/** Plans inconsistencies for removed and marks for moved bookmarks, except for items that were decided meanwhile. */
async function planDeletions(context: RunContext, removals: Removals): Promise<DeletionPlan> {
  const { tx, readStartedAt, clock, counts } = context;
  const now = clock();
  const ids = [...removals.gone, ...removals.moved].map((item) => item.itemId);
  const mergeBases = await tx.mergeBases.of(ids);
  const busy = await tx.detection.busyItems(ids);
  const free = (itemId: number): MergeBase[] => {
    const mergeBase = mergeBases.get(itemId);
    const isDecided =
      !mergeBase || mergeBase.goneAt || mergeBase.agreedAt >= readStartedAt || busy.has(itemId);
    return isDecided ? [] : [mergeBase];
  };
  const gone = removals.gone.flatMap((item) =>
    free(item.itemId).map((mergeBase) => ({ agreement: mergeBase, as: item.as })),
  );
  const detection = await tx.detection.plan(
    gone.map(({ agreement: mergeBase, as }) => ({
      itemId: mergeBase.itemId,
      differences: [removedDifference(as)],
    })),
    bookmarkInconsistencyTypes,
  );
  counts.removed += gone.length;
  return {
    gone: gone.map(({ agreement: mergeBase }) => ({ ...mergeBase, goneAt: now })),
    moved: removals.moved
      .flatMap((item) => free(item.itemId))
      .map((mergeBase) => ({ ...mergeBase, movedAt: now })),
    detection: detection,
  };
}

export async function applyDeletions(
  { tx, runId }: RunContext,
  { gone, moved, detection }: DeletionPlan,
): Promise<void> {
  await tx.mergeBases.put([...gone, ...moved]);
  await tx.detection.apply(detection, runId);
  await tx.items.refreshStatus(gone.map((mergeBase) => mergeBase.itemId));
}

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
interface BatchHandler {
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
