// SQL for runs: one at a time over any number of servers, what they stage, how far they are.
import { limits } from '../../../config/limits.ts';
import type { Knex } from 'knex';
import { errorCode } from '../../../shared/errorCode.ts';
import type { Bookmark } from '../bookmarkProvider.ts';
import {
  noCounts,
  type SyncCounts,
  type SyncFailure,
  type SyncOutcome,
  type SyncStatus,
} from '../syncStatus.ts';

/** First half of the advisory lock that a living run holds; the second half is its id. */
const runLockClass = 5_176_002;
/** The lock that keeps a run's changes and an admin's decisions apart. */
const decisionLock = 5_176_003;

/** A run that has shown no sign of life for so long is dead, whoever seems to hold it. */
const staleAfter = '2 minutes';

interface RunRow {
  source: string;
  state: 'running' | 'finished' | 'failed';
  started_by: string;
  started_at: Date;
  finished_at: Date | null;
  expected: number | null;
  counts: Partial<SyncCounts>;
  failures: SyncFailure[];
  error: string | null;
  error_reason: string | null;
  needs_confirmation: boolean;
}

const toStatus = (row: RunRow): SyncStatus => ({
  state: row.state,
  source: row.source,
  configuredSource: null,
  counts: { ...noCounts, ...row.counts },
  expected: row.expected,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  startedBy: row.started_by,
  error: row.error,
  errorReason: row.error_reason,
  needsConfirmation: row.needs_confirmation,
  failures: row.failures,
  nextRunAt: null,
});

type StoredBookmark = Omit<Bookmark, 'createdAt'> & { createdAt: string };

const toBookmark = ({ bookmark }: { bookmark: StoredBookmark }): Bookmark => ({
  ...bookmark,
  createdAt: new Date(bookmark.createdAt),
});

/** A run that this process holds: nobody else can begin one while it lives. */
export interface ActiveRun {
  id: number;
  startedAt: Date;
  /**
   * A sign of life with the counts so far, on the run's own connection: those that wait for what the run holds may have all
   * others. False when somebody else has declared the run dead.
   */
  heartbeat(counts: SyncCounts, expected: number | null): Promise<boolean>;
  /** Lets go of it, whatever became of it. */
  release(): Promise<void>;
}

/** The part of knex's client that lends connections. */
interface ConnectionLender {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
}

/** How a run ends whose process has died: with it went all that it had not committed, which is all that it counted. */
const interruptedRun = {
  state: 'failed',
  counts: JSON.stringify(noCounts),
  error: 'The run was cut off: its server ended or showed no sign of life.',
  error_reason: 'interrupted',
};

const uniqueViolation = '23505';
const isTaken = (error: unknown): boolean => errorCode(error) === uniqueViolation;

export const syncStore = (db: Knex) => ({
  /** The last run, or null before the first. */
  async last(): Promise<SyncStatus | null> {
    const row: RunRow | undefined = await db('sync_runs').orderBy('id', 'desc').first();
    return row ? toStatus(row) : null;
  },

  async run(id: number): Promise<SyncStatus> {
    const row: RunRow | undefined = await db('sync_runs').where({ id }).first();
    if (!row) throw new Error(`There is no run ${id}`);
    return toStatus(row);
  },

  /**
   * Begins a run, or answers null while another one lives. A living run holds an advisory lock on a connection of its
   * own: when its process dies, PostgreSQL frees the lock and the next run begins at once.
   */
  async begin(run: {
    source: string;
    startedBy: string;
    userId: number | null;
    now: Date;
  }): Promise<ActiveRun | null> {
    const lender: ConnectionLender = db.client;
    const connection = await lender.acquireConnection();
    const release = async (): Promise<void> => {
      try {
        await db.raw('select pg_advisory_unlock_all()').connection(connection);
      } finally {
        await lender.releaseConnection(connection);
      }
    };
    try {
      const id = await db.transaction((trx) => syncStore(trx).insertRun(run), { connection });
      if (id !== null) {
        const beat = async (counts: SyncCounts, expected: number | null): Promise<boolean> => {
          const touched = await db('sync_runs')
            .where({ id, state: 'running' })
            .update({ heartbeat_at: db.fn.now(), counts: JSON.stringify(counts), expected })
            .connection(connection);
          return touched === 1;
        };
        return { id, startedAt: run.now, heartbeat: beat, release };
      }
    } catch (error) {
      await release();
      if (isTaken(error)) return null;
      throw error;
    }
    await release();
    return null;
  },

  /** The part of `begin` that happens in one transaction. */
  async insertRun(run: {
    source: string;
    startedBy: string;
    userId: number | null;
    now: Date;
  }): Promise<number | null> {
    const { rows } = await db.raw<{ rows: { id: number; is_dead: boolean }[] }>(
      `select id, heartbeat_at < now() - interval '${staleAfter}' or pg_try_advisory_xact_lock(${runLockClass}, id) as is_dead
       from sync_runs where state = 'running' for update`,
    );
    const [current] = rows;
    if (current && !current.is_dead) return null;
    if (current)
      await db('sync_runs')
        .where({ id: current.id })
        .update({ ...interruptedRun, finished_at: run.now });
    const [inserted]: { id: number }[] = await db('sync_runs')
      .insert({
        source: run.source,
        started_by: run.startedBy,
        started_by_user: run.userId,
        started_at: run.now,
        counts: JSON.stringify(noCounts),
      })
      .returning('id');
    const id = inserted?.id ?? 0;
    await db.raw('select pg_advisory_lock(?, ?)', [runLockClass, id]);
    // What dead runs have staged is worth nothing.
    await db('staged_bookmarks').whereNot({ run_id: id }).delete();
    return id;
  },

  /** Closes the run whose process is gone, so that nobody holds its lock any more; false when there is none. */
  async closeInterrupted(now: Date): Promise<boolean> {
    const touched = await db('sync_runs')
      .where({ state: 'running' })
      .whereRaw(
        `not exists (
           select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ?::integer::oid
             and objid = sync_runs.id::oid
             and database = (select oid from pg_database where datname = current_database()))`,
        [runLockClass],
      )
      .update({ ...interruptedRun, finished_at: now });
    return touched > 0;
  },

  /** Closes a run; false when it is no longer running. On the transaction of its changes this makes both one step. */
  async close(id: number, outcome: SyncOutcome, now: Date): Promise<boolean> {
    const touched = await db('sync_runs')
      .where({ id, state: 'running' })
      .update({
        state: outcome.error === null ? 'finished' : 'failed',
        finished_at: now,
        counts: JSON.stringify(outcome.counts),
        failures: JSON.stringify(outcome.failures),
        expected: outcome.expected,
        error: outcome.error,
        error_reason: outcome.errorReason,
        needs_confirmation: outcome.needsConfirmation,
      });
    await db('staged_bookmarks').where({ run_id: id }).delete();
    return touched === 1;
  },

  async stage(id: number, bookmarks: readonly Bookmark[]): Promise<void> {
    if (bookmarks.length === 0) return;
    await db('staged_bookmarks')
      .insert(
        bookmarks.map((bookmark) => ({
          run_id: id,
          bookmark_id: bookmark.id,
          bookmark: JSON.stringify(bookmark),
        })),
      )
      .onConflict(['run_id', 'bookmark_id'])
      .ignore();
  },

  /** Staged bookmarks after an id, in the order of their ids. */
  async staged(id: number, after: number, count: number): Promise<Bookmark[]> {
    const rows: { bookmark: StoredBookmark }[] = await db('staged_bookmarks')
      .select('bookmark')
      .where({ run_id: id })
      .where('bookmark_id', '>', after)
      .orderBy('bookmark_id')
      .limit(count);
    return rows.map(toBookmark);
  },

  async stagedByIds(id: number, bookmarkIds: readonly number[]): Promise<Bookmark[]> {
    const rows: { bookmark: StoredBookmark }[] = await db('staged_bookmarks')
      .select('bookmark')
      .where({ run_id: id })
      .whereRaw('bookmark_id = any(?::bigint[])', [[...bookmarkIds]])
      .orderBy('bookmark_id');
    return rows.map(toBookmark);
  },

  /**
   * For a transaction that settles many items: nobody else settles one meanwhile. Foreign keys are checked by index whatever was
   * planned while tables were small: a plan that reads a whole table is kept, and would read all that the transaction has written
   * for each of its rows.
   */
  async lockForRun(): Promise<void> {
    await db.raw('discard plans');
    await db.raw('set local enable_seqscan = off');
    await db.raw(`set local statement_timeout = ${limits.database.syncStatementMs}`);
    await db.raw(
      `set local idle_in_transaction_session_timeout = ${limits.database.syncStatementMs}`,
    );
    await db.raw('select pg_advisory_xact_lock(?)', [decisionLock]);
  },

  /**
   * For a transaction that settles one item: beside others of its kind, never beside a run's. Answers at once, so that nobody
   * holds a connection for nothing: false while a run settles.
   */
  async tryLockForDecision(): Promise<boolean> {
    const { rows } = await db.raw<{ rows: { alone: boolean }[] }>(
      'select not pg_try_advisory_xact_lock_shared(?) as alone',
      [decisionLock],
    );
    return rows[0]?.alone === false;
  },
});

export type SyncStore = ReturnType<typeof syncStore>;
