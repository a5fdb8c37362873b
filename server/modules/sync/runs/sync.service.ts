// Synchronisation runs: starting, previewing, rehearsing and reporting them; one run at a time, all or nothing.
import { limits } from '../../../config/limits.ts';
import { createBoundedQueue } from '../../../shared/boundedQueue.ts';
import { nextRun } from '../../../shared/cronSchedule.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { withinTime } from '../../../shared/requestTimeLimit.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { BookmarkFileSource, ParsedBookmarkFile } from '../bookmarkFile.ts';
import type { BookmarkSource } from '../bookmarkProvider.ts';
import { completeRun, type RunDependencies } from './completeRun.ts';
import { leftOutRows, toBookmarkSource, toTaggedBookmark, type FolderTags } from './fileRows.ts';
import { importRemarks, type ImportRemark } from './importReport.ts';
import {
  previewImport,
  type ImportPreview,
  selectBookmarks,
  type ImportChoice,
} from './importPreview.ts';
import { plannedChanges, type PlannedChange } from './plannedChanges.ts';
import {
  newOutcome,
  processRun,
  readSource,
  type RunInProgress,
  type RunReading,
  stageInMemory,
} from './runSteps.ts';
import type { SyncTransaction } from './applyRun.ts';
import {
  noRun,
  type SyncOutcome,
  type SyncProgress,
  type SyncStatus,
  type DemoChoice,
} from '../syncStatus.ts';
import type { ActiveRun, SyncStore } from './sync.store.ts';

interface Options extends RunDependencies {
  /** The store on a connection with a lasting session, which the lock of a run requires. */
  runLockStore: Pick<SyncStore, 'begin'>;
  /** A read-only snapshot of the database. */
  inSnapshot<Result>(work: (tx: SyncTransaction) => Promise<Result>): Promise<Result>;
  /** The configured source of bookmarks, if any. */
  source: BookmarkSource | null;
  /** Five cron fields in UTC; null when runs start only by hand. */
  schedule: string | null;
}

export interface RehearsalOptions {
  /** Default: the configured source. */
  source?: BookmarkSource;
  /** Aborted when the caller gives up or the server closes. */
  signal: AbortSignal;
  onProgress?: (progress: SyncProgress) => void;
}

export interface ImportFiles {
  source: BookmarkFileSource;
  /** Names of folders that become tags. Default: none. */
  folderTags?: FolderTags;
}

export interface RunOptions extends RehearsalOptions {
  /** `schedule`, `start`, `command line`, or an admin's name. */
  startedBy: string;
  userId?: number | null;
  /** True to allow that more than a fifth of the bookmarks is gone. */
  allowRemovals?: boolean;
  /** The admin's answer about the demo, which takes effect once the run has been applied. */
  demo?: DemoChoice | null;
}

const importsBusy = () =>
  new DomainError(
    'UNAVAILABLE',
    'Too many files are being read at the moment. Try again in a few seconds.',
    { reason: 'importsBusy', retryAfter: 5 },
  );

const syncRunning = () =>
  new DomainError('CONFLICT', 'A synchronisation is already running', { reason: 'syncRunning' });

/** Outcome and changes of a run that wrote nothing. */
export interface Rehearsal {
  outcome: SyncOutcome;
  changes: PlannedChange[];
}

const sourceOfRows = (
  files: readonly ParsedBookmarkFile[],
  folderTags: FolderTags,
): BookmarkSource =>
  toBookmarkSource(
    files.flatMap(({ rows }) => rows.map((row) => toTaggedBookmark(row, folderTags))),
    leftOutRows(files),
  );

/** Refuses a file that is not an export of bookmarks before a run begins. */
async function refuseUnreadable({ source, signal }: RunOptions): Promise<void> {
  if (source?.kind !== 'file') return;
  const pages = source.pages(signal)[Symbol.asyncIterator]();
  await pages.next();
  await pages.return?.();
}

export class SyncService {
  private deps: Options;
  private closing = new AbortController();
  private activeRuns = new Set<Promise<unknown>>();
  private previewQueue = createBoundedQueue({
    waiting: limits.imports.looksWaiting,
    waitMs: limits.imports.lookWaitMs,
    refusal: importsBusy,
  });

  constructor(deps: Options) {
    this.deps = deps;
  }

  get isConfigured(): boolean {
    return this.deps.source !== null;
  }

  /** `off` without a source, `failing` when the last run failed. */
  async health(): Promise<{ state: 'ok' | 'off' | 'failing'; detail: string | null }> {
    if (!this.isConfigured)
      return { state: 'off', detail: 'Neither BOOKMARKS_FILE nor RAINDROP_TOKEN is set.' };
    const last = await this.lastRun();
    return last?.error ? { state: 'failing', detail: last.error } : { state: 'ok', detail: null };
  }

  /** The active run, else the last one. */
  async status(viewer: Viewer): Promise<SyncStatus> {
    requireAdmin(viewer);
    return this.withConfiguration((await this.lastRun()) ?? noRun);
  }

  /**
   * Starts a run and returns at once.
   * @throws DomainError CONFLICT while a run is active, UNAVAILABLE when no source is configured
   */
  async start(
    viewer: Viewer,
    { allowRemovals = false }: { allowRemovals?: boolean } = {},
  ): Promise<SyncStatus> {
    requireAdmin(viewer);
    return this.startFrom(viewer, this.sourceFor(undefined), allowRemovals);
  }

  /**
   * Previews the effect of an import of these files, or of a run of the configured source, on each bookmark. Writes
   * nothing; previews are made one after another.
   * @throws DomainError INVALID (`notABookmarkFile`), UNAVAILABLE without a source or when too many wait
   * (`importsBusy`)
   */
  async preview(
    viewer: Viewer,
    { signal, ...files }: Partial<ImportFiles> & { signal: AbortSignal },
  ): Promise<ImportPreview> {
    requireAdmin(viewer);
    return this.previewQueue(() => this.previewWithinTime(files, signal), signal);
  }

  /**
   * Rows of these files that would be left out, and notes about the others.
   * @throws DomainError as `preview`
   */
  async importRemarks(
    viewer: Viewer,
    {
      source,
      includePrivate,
      signal,
    }: ImportFiles & Pick<ImportChoice, 'includePrivate'> & { signal: AbortSignal },
  ): Promise<ImportRemark[]> {
    requireAdmin(viewer);
    return this.previewQueue(
      () =>
        withinTime(
          limits.imports.lookMs,
          async (inTime) => importRemarks(await source.read(inTime), includePrivate),
          signal,
        ),
      signal,
    );
  }

  /**
   * Starts the import of the chosen bookmarks and returns at once; `status` reports the progress.
   * @throws DomainError as `preview` and `start`
   */
  async startImport(
    viewer: Viewer,
    { choice, ...files }: ImportFiles & { choice: ImportChoice },
  ): Promise<SyncStatus> {
    requireAdmin(viewer);
    await this.refuseDuringRun();
    return this.previewQueue(async () => {
      // A queued earlier import may have started a run.
      await this.refuseDuringRun();
      const { rows, unreadable } = await this.previewWithinTime(files);
      const chosen = toBookmarkSource(selectBookmarks(rows, choice), unreadable);
      return this.startFrom(viewer, chosen, false);
    }, this.closing.signal);
  }

  /**
   * Executes a run and returns its outcome; a failure is in `error`.
   * @throws DomainError CONFLICT while a run is active, UNAVAILABLE when no source is configured, INVALID for a file
   * that is not an export of bookmarks
   */
  async run(request: RunOptions): Promise<SyncStatus> {
    const source = this.sourceFor(request.source);
    await refuseUnreadable(request);
    const run = await this.begin(source, request);
    await this.complete(run, source, request);
    return this.withConfiguration(await this.deps.store.run(run.id));
  }

  /**
   * Reports what a run would do now; writes nothing.
   * @throws DomainError of the source, UNAVAILABLE when no source is configured
   */
  async rehearse(options: RehearsalOptions): Promise<Rehearsal> {
    const changes: PlannedChange[] = [];
    return this.readAndInspect(options, async (run, reading, tx) => {
      await processRun(run, tx, reading, {
        batch: async (_context, plan) => void changes.push(...plannedChanges.ofBatch(plan)),
        deletions: async (_context, plan) =>
          void changes.push(...plannedChanges.ofDeletions(plan, reading.removals)),
      });
      changes.push(...plannedChanges.ofDemo(await tx.items.replacedDemoItems(), changes));
      return { outcome: run.outcome, changes };
    });
  }

  /** Aborts the runs of this process and waits until they have ended. */
  async close(): Promise<void> {
    this.closing.abort(
      new DomainError('UNAVAILABLE', 'The server was closed.', { reason: 'closing' }),
    );
    await Promise.allSettled(this.activeRuns);
  }

  private withConfiguration(run: SyncStatus): SyncStatus {
    const { source, schedule, clock } = this.deps;
    return {
      ...run,
      source: run.source ?? source?.kind ?? null,
      configuredSource: source?.kind ?? null,
      nextRunAt: source && schedule ? nextRun(schedule, clock()) : null,
    };
  }

  /** The last run; it counts as failed when its process has died. */
  private async lastRun(): Promise<SyncStatus | null> {
    const { store, clock } = this.deps;
    const last = await store.last();
    return last?.state === 'running' && (await store.closeInterrupted(clock()))
      ? store.last()
      : last;
  }

  private async refuseDuringRun(): Promise<void> {
    if ((await this.lastRun())?.state === 'running') throw syncRunning();
  }

  private sourceFor(source: BookmarkSource | undefined): BookmarkSource {
    const chosen = source ?? this.deps.source;
    if (chosen) return chosen;
    throw new DomainError('UNAVAILABLE', 'No source of bookmarks is configured', {
      reason: 'bookmarksOff',
    });
  }

  private async begin(
    source: BookmarkSource,
    { startedBy, userId = null }: RunOptions,
  ): Promise<ActiveRun> {
    const { runLockStore, clock } = this.deps;
    const run = await runLockStore.begin({ source: source.kind, startedBy, userId, now: clock() });
    if (run) return run;
    throw syncRunning();
  }

  private complete(run: ActiveRun, source: BookmarkSource, request: RunOptions): Promise<void> {
    const { allowRemovals = false, demo = null, onProgress } = request;
    const signal = AbortSignal.any([request.signal, this.closing.signal]);
    const work = completeRun(this.deps, run, { source, allowRemovals, demo, signal, onProgress });
    this.activeRuns.add(work);
    const done = () => void this.activeRuns.delete(work);
    work.then(done, done);
    return work;
  }

  /** Reads the source and passes the reading to `work` on one snapshot of the database. */
  private async readAndInspect<Result>(
    { source, signal, onProgress }: RehearsalOptions,
    work: (run: RunInProgress, reading: RunReading, tx: SyncTransaction) => Promise<Result>,
  ): Promise<Result> {
    const { mergeBases, clock } = this.deps;
    const run: RunInProgress = {
      source: this.sourceFor(source),
      stage: stageInMemory(),
      mergeBases,
      runId: null,
      startedAt: clock(),
      allowRemovals: true,
      outcome: newOutcome(),
      signal: AbortSignal.any([signal, this.closing.signal]),
      clock,
      onStep: async (phase) => {
        const { counts, expected } = run.outcome;
        onProgress?.({ phase, counts: { ...counts }, expected });
      },
    };
    const reading = await readSource(run);
    return this.deps.inSnapshot((tx) => work(run, reading, tx));
  }

  private previewWithinTime(
    { source, folderTags = 'none' }: Partial<ImportFiles>,
    ...signals: readonly AbortSignal[]
  ): Promise<ImportPreview> {
    return withinTime(
      limits.imports.lookMs,
      async (signal) => {
        const files = source ? await source.read(signal) : [];
        return this.readAndInspect(
          { ...(source ? { source: sourceOfRows(files, folderTags) } : {}), signal },
          (run, reading, tx) => previewImport(run, reading, tx, files),
        );
      },
      ...signals,
    );
  }

  private async startFrom(
    viewer: Viewer,
    source: BookmarkSource,
    allowRemovals: boolean,
  ): Promise<SyncStatus> {
    const { user } = requireAdmin(viewer);
    const { signal } = this.closing;
    const request = { startedBy: user.name, userId: user.id, allowRemovals, signal };
    const run = await this.begin(source, request);
    this.complete(run, source, request).catch((err: unknown) =>
      this.deps.log.error({ err, runId: run.id }, 'The run could not be closed'),
    );
    return this.withConfiguration(await this.deps.store.run(run.id));
  }
}
