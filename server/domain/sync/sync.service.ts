// Runs of the synchronisation: who may start one, one at a time, all or nothing.
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { requireAdmin, type Viewer } from '../accounts/accounts.ts';
import type { BookmarkSource } from './bookmarks.ts';
import { settleBookmarks, type SyncRooms } from './settle.ts';
import { maxFailures, noCounts, noRun, type SyncOutcome, type SyncProgress, type SyncStatus } from './sync.ts';
import type { HeldRun, SyncStore } from './sync.store.ts';

interface Options {
  store: SyncStore;
  inTransaction<Result>(work: (rooms: SyncRooms) => Promise<Result>): Promise<Result>;
  /** Where the bookmarks come from; null when nothing is configured. */
  source: BookmarkSource | null;
  clock: Clock;
  log: Log;
}

export interface RunOptions {
  /** `schedule`, `start`, `command line`, or an admin's name. */
  startedBy: string;
  userId?: number | null;
  /** In place of the configured one. */
  source?: BookmarkSource;
  /** Aborted when the server closes. */
  signal: AbortSignal;
  onProgress?: (progress: SyncProgress) => void;
}

const beatMs = 5_000;
const settledAtOnce = 500;

export function createSync({ store, inTransaction, source: configured, clock, log }: Options) {
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  const status = async (): Promise<SyncStatus> => {
    const last = (await store.last()) ?? noRun;
    return { ...last, source: last.source ?? configured?.kind ?? null };
  };

  const begin = async (source: BookmarkSource | null, options: { startedBy: string; userId?: number | null }) => {
    if (!source) {
      throw new DomainError('UNAVAILABLE', 'No source of bookmarks is configured', { reason: 'bookmarksOff' });
    }
    const { startedBy, userId = null } = options;
    const held = await store.begin({ source: source.kind, startedBy, userId, now: clock() });
    if (!held) throw new DomainError('CONFLICT', 'A synchronisation is under way', { reason: 'syncRunning' });
    return { held, source };
  };

  /** Reads, settles and closes a run that has begun; what goes wrong is written into the run. */
  const complete = async (held: HeldRun, source: BookmarkSource, options: RunOptions): Promise<void> => {
    const taken = new AbortController();
    const signal = AbortSignal.any([options.signal, closing.signal, taken.signal]);
    const outcome: SyncOutcome = {
      counts: { ...noCounts },
      failures: [],
      expected: null,
      error: null,
      needsConfirmation: false,
    };
    const progress = (phase: SyncProgress['phase']) =>
      options.onProgress?.({ phase, counts: { ...outcome.counts }, expected: outcome.expected });
    const beat = async (): Promise<void> => {
      if (await store.beat(held.id, outcome.counts, outcome.expected)) return;
      taken.abort(new DomainError('CONFLICT', 'Another run has taken over', { reason: 'syncTakenOver' }));
    };
    const timer = setInterval(() => {
      beat().catch((err: unknown) => log.warn({ err, runId: held.id }, 'The run could not show a sign of life'));
    }, beatMs);
    try {
      for await (const page of source.pages(signal)) {
        await store.stage(held.id, page.bookmarks);
        outcome.expected = page.expected ?? outcome.expected;
        outcome.counts.seen += page.bookmarks.length;
        outcome.counts.failed += page.unreadable.length;
        outcome.failures.push(...page.unreadable.slice(0, maxFailures - outcome.failures.length));
        await beat();
        progress('reading');
      }
      await inTransaction(async (rooms) => {
        Object.assign(outcome.counts, { new: 0, changed: 0, unchanged: 0, removed: 0 });
        await rooms.runs.settleAlone();
        const settlement = { rooms, runId: held.id, source: source.kind, clock, counts: outcome.counts };
        for (let last = 0; ; ) {
          signal.throwIfAborted();
          const part = await rooms.runs.staged(held.id, last, settledAtOnce);
          await settleBookmarks(settlement, part);
          progress('settling');
          if (part.length < settledAtOnce) break;
          last = part.at(-1)?.id ?? last;
        }
        const isOurs = await rooms.runs.close(held.id, outcome, clock());
        if (!isOurs) throw new DomainError('CONFLICT', 'Another run has taken over', { reason: 'syncTakenOver' });
      });
    } catch (error) {
      const known = error instanceof DomainError || signal.aborted;
      const level = known ? 'warn' : 'error';
      log[level]({ err: error, runId: held.id }, 'The synchronisation failed');
      const failed = {
        ...outcome,
        counts: { ...noCounts, seen: outcome.counts.seen, failed: outcome.counts.failed },
        error: reasonOf(error, signal),
      };
      await store.close(held.id, failed, clock());
    } finally {
      clearInterval(timer);
      await held.release().catch((err: unknown) => log.warn({ err }, 'The lock of the run was lost before its end'));
    }
  };

  const follow = <Result>(work: Promise<Result>): Promise<Result> => {
    underWay.add(work);
    const done = () => void underWay.delete(work);
    work.then(done, done);
    return work;
  };

  return {
    /** The last run, or the one under way. */
    async status(viewer: Viewer): Promise<SyncStatus> {
      requireAdmin(viewer);
      return status();
    },

    /**
     * Starts a run and answers at once.
     * @throws DomainError CONFLICT while one is under way, UNAVAILABLE when no source is configured.
     */
    async start(viewer: Viewer): Promise<SyncStatus> {
      const { user } = requireAdmin(viewer);
      const options = { startedBy: user.name, userId: user.id, signal: closing.signal };
      const { held, source } = await begin(configured, options);
      follow(complete(held, source, options)).catch((err: unknown) =>
        log.error({ err, runId: held.id }, 'The run could not be closed'),
      );
      return status();
    },

    /**
     * Makes a run and answers how it ended; what went wrong stands in `error`.
     * @throws DomainError CONFLICT while one is under way, UNAVAILABLE when no source is configured.
     */
    async run(options: RunOptions): Promise<SyncStatus> {
      const { held, source } = await begin(options.source ?? configured, options);
      await follow(complete(held, source, options));
      return status();
    },

    /** Ends the runs of this process and waits for their end: they leave no half state. */
    async close(): Promise<void> {
      closing.abort(new DomainError('UNAVAILABLE', 'The server was closed', { reason: 'closing' }));
      await Promise.allSettled(underWay);
    },
  };
}

/** One sentence for admins; what is unexpected is in the log only. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  const cause: unknown = signal.aborted ? signal.reason : error;
  return cause instanceof DomainError ? cause.message : 'The run failed unexpectedly; the log says why.';
}

export type Sync = ReturnType<typeof createSync>;
