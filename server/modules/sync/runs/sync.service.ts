// Runs of the synchronisation: who may start one, one at a time, all or nothing, and how the last one ended.
import { limits } from '../../../config/limits.ts';
import { createBoundedQueue } from '../../../shared/boundedQueue.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { withinTime } from '../../../shared/requestTimeLimit.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { BookmarkSource } from '../bookmarkProvider.ts';
import { completeRun, type RunTools } from './completeRun.ts';
import { previewImport, sourceOf, type ImportPreview } from './imports.ts';
import { chosenOf, type ImportChoice } from './importPreview.ts';
import { nextRun } from './nextRun.ts';
import { plannedChanges, type PlannedChange } from './plannedChanges.ts';
import {
  newOutcome,
  readEverything,
  settleAll,
  type Reading,
  type RunInProgress,
} from './runSteps.ts';
import type { SyncTransaction } from './applyRun.ts';
import { stageInMemory } from './stagedBookmarks.ts';
import {
  noRun,
  type SyncOutcome,
  type SyncProgress,
  type SyncStatus,
  type DemoChoice,
} from '../sync.ts';
import type { HeldRun } from './sync.store.ts';

interface Options extends RunTools {
  /** One unchanging sight of the database, in which nothing can be written. */
  inSnapshot<Result>(work: (rooms: SyncTransaction) => Promise<Result>): Promise<Result>;
  /** Where the bookmarks come from; null when nothing is configured. */
  source: BookmarkSource | null;
  /** Five cron fields in UTC; null when runs start by hand only. */
  schedule: string | null;
}

export interface RehearsalOptions {
  /** In place of the configured one. */
  source?: BookmarkSource;
  /** Aborted when the caller gives up or the server closes. */
  signal: AbortSignal;
  onProgress?: (progress: SyncProgress) => void;
}

export interface RunOptions extends RehearsalOptions {
  /** `schedule`, `start`, `command line`, or an admin's name. */
  startedBy: string;
  userId?: number | null;
  /** Whether more than a fifth of the bookmarks may be gone. */
  allowRemovals?: boolean;
  /** What is to become of the demo, answered with the run: it holds once the run has settled. */
  demo?: DemoChoice | null;
}

const importsBusy = () =>
  new DomainError('UNAVAILABLE', 'Others are having their files looked at.', {
    reason: 'importsBusy',
    retryAfter: 5,
  });

/** What a run would do. */
export interface Rehearsal {
  outcome: SyncOutcome;
  changes: PlannedChange[];
}

export function createSync(options: Options) {
  const { store, agreements, inSnapshot, source: configured, schedule, clock, log } = options;
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const inTurn = createBoundedQueue({
    waiting: limits.imports.looksWaiting,
    waitMs: limits.imports.lookWaitMs,
    refusal: importsBusy,
  });

  const complement = (run: SyncStatus): SyncStatus => ({
    ...run,
    source: run.source ?? configured?.kind ?? null,
    configuredSource: configured?.kind ?? null,
    nextRunAt: configured && schedule ? nextRun(schedule, clock()) : null,
  });

  /** The last run; one whose process has died is a failed one for everybody who asks. */
  const lastRun = async (): Promise<SyncStatus | null> => {
    const last = await store.last();
    return last?.state === 'running' && (await store.closeDead(clock())) ? store.last() : last;
  };

  const syncRunning = () =>
    new DomainError('CONFLICT', 'A synchronisation is under way', { reason: 'syncRunning' });

  /** Who would be refused at the end of a long look is refused before it. */
  const refuseBesideRun = async (): Promise<void> => {
    if ((await lastRun())?.state === 'running') throw syncRunning();
  };

  const sourceFor = (source: BookmarkSource | undefined): BookmarkSource => {
    const chosen = source ?? configured;
    if (chosen) return chosen;
    throw new DomainError('UNAVAILABLE', 'No source of bookmarks is configured', {
      reason: 'bookmarksOff',
    });
  };

  const begin = async (
    source: BookmarkSource,
    { startedBy, userId = null }: RunOptions,
  ): Promise<HeldRun> => {
    const held = await store.begin({ source: source.kind, startedBy, userId, now: clock() });
    if (held) return held;
    throw syncRunning();
  };

  /** A given file that is no export of bookmarks is refused before a run begins. */
  const refuseUnreadable = async ({ source, signal }: RunOptions): Promise<void> => {
    if (source?.kind !== 'file') return;
    const pages = source.pages(signal)[Symbol.asyncIterator]();
    await pages.next();
    await pages.return?.();
  };

  const follow = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work);
    const done = () => void underWay.delete(work);
    work.then(done, done);
    return work;
  };

  const complete = (held: HeldRun, source: BookmarkSource, asked: RunOptions): Promise<void> => {
    const { allowRemovals = false, demo = null, onProgress } = asked;
    const signal = AbortSignal.any([asked.signal, closing.signal]);
    return follow(completeRun(options, held, { source, allowRemovals, demo, signal, onProgress }));
  };

  /** Reads, and looks at what a run would do, in one sight of the database. */
  const lookAt = async <Result>(
    { source, signal, onProgress }: RehearsalOptions,
    work: (run: RunInProgress, reading: Reading, rooms: SyncTransaction) => Promise<Result>,
  ): Promise<Result> => {
    const run: RunInProgress = {
      source: sourceFor(source),
      stage: stageInMemory(),
      agreements,
      runId: null,
      startedAt: clock(),
      allowRemovals: true,
      outcome: newOutcome(),
      signal: AbortSignal.any([signal, closing.signal]),
      clock,
      onStep: async (phase) =>
        onProgress?.({
          phase,
          counts: { ...run.outcome.counts },
          expected: run.outcome.expected,
        }),
    };
    const reading = await readEverything(run);
    return inSnapshot((rooms) => work(run, reading, rooms));
  };

  const lookWithinTime = (
    source: BookmarkSource | undefined,
    ...signals: readonly AbortSignal[]
  ): Promise<ImportPreview> =>
    withinTime(
      limits.imports.lookMs,
      (signal) => lookAt({ ...(source ? { source } : {}), signal }, previewImport),
      ...signals,
    );

  const start = async (
    viewer: Viewer,
    source: BookmarkSource,
    allowRemovals: boolean,
  ): Promise<SyncStatus> => {
    const { user } = requireAdmin(viewer);
    const asked = { startedBy: user.name, userId: user.id, allowRemovals, signal: closing.signal };
    const held = await begin(source, asked);
    complete(held, source, asked).catch((err: unknown) =>
      log.error({ err, runId: held.id }, 'The run could not be closed'),
    );
    return complement(await store.run(held.id));
  };

  return {
    /** Whether there is a source to synchronise with. */
    isConfigured: configured !== null,

    /** How the source is: off without one, failing when the last run failed. */
    async health(): Promise<{ state: 'ok' | 'off' | 'failing'; detail: string | null }> {
      if (!configured)
        return { state: 'off', detail: 'Neither BOOKMARKS_FILE nor RAINDROP_TOKEN is set.' };
      const last = await lastRun();
      return last?.error ? { state: 'failing', detail: last.error } : { state: 'ok', detail: null };
    },

    /** The last run, or the one under way. */
    async status(viewer: Viewer): Promise<SyncStatus> {
      requireAdmin(viewer);
      return complement((await lastRun()) ?? noRun);
    },

    /**
     * Starts a run and answers at once.
     * @throws DomainError CONFLICT while one is under way, UNAVAILABLE when no source is configured.
     */
    async start(
      viewer: Viewer,
      { allowRemovals = false }: { allowRemovals?: boolean } = {},
    ): Promise<SyncStatus> {
      requireAdmin(viewer);
      return start(viewer, sourceFor(undefined), allowRemovals);
    },

    /**
     * What bringing these files in, or a run of the configured source, would do with each bookmark. Writes nothing. Looks of several
     * people go one after another.
     * @param signal aborted when nobody waits for it any more
     * @throws DomainError INVALID (`notABookmarkFile`), UNAVAILABLE when nothing is given and nothing configured, or when too many
     * wait (`importsBusy`)
     */
    async preview(viewer: Viewer, { source, signal }: RehearsalOptions): Promise<ImportPreview> {
      requireAdmin(viewer);
      return inTurn(() => lookWithinTime(source, signal), signal);
    },

    /**
     * Brings the chosen bookmarks of these files in, and answers at once; how far it is says the status.
     * @throws DomainError as `preview` and `start` do
     */
    async startImport(
      viewer: Viewer,
      { source, choice }: { source: BookmarkSource; choice: ImportChoice },
    ): Promise<SyncStatus> {
      requireAdmin(viewer);
      await refuseBesideRun();
      return inTurn(async () => {
        // One of those before it may have begun another.
        await refuseBesideRun();
        const { rows, unreadable } = await lookWithinTime(source);
        return start(viewer, sourceOf(chosenOf(rows, choice), unreadable), false);
      }, closing.signal);
    },

    /**
     * Makes a run and answers how it ended; what went wrong stands in `error`.
     * @throws DomainError CONFLICT while one is under way, UNAVAILABLE when no source is configured, INVALID when the
     * given file is no export of bookmarks.
     */
    async run(asked: RunOptions): Promise<SyncStatus> {
      const source = sourceFor(asked.source);
      await refuseUnreadable(asked);
      const held = await begin(source, asked);
      await complete(held, source, asked);
      return complement(await store.run(held.id));
    },

    /**
     * Says what a run would do now, and writes nothing.
     * @throws DomainError as the source does; UNAVAILABLE when no source is configured.
     */
    async rehearse(options: RehearsalOptions): Promise<Rehearsal> {
      const changes: PlannedChange[] = [];
      return lookAt(options, async (run, reading, rooms) => {
        await settleAll(run, rooms, reading, {
          part: async (_settlement, plan) => void changes.push(...plannedChanges.ofPart(plan)),
          gone: async (_settlement, plan) =>
            void changes.push(...plannedChanges.ofGone(plan, reading.removals)),
        });
        changes.push(...plannedChanges.ofDemo(await rooms.items.replacedDemoItems(), changes));
        return { outcome: run.outcome, changes };
      });
    },

    /** Ends the runs of this process and waits for their end: they leave no half state. */
    async close(): Promise<void> {
      closing.abort(
        new DomainError('UNAVAILABLE', 'The server was closed.', { reason: 'closing' }),
      );
      await Promise.allSettled(underWay);
    },
  };
}
