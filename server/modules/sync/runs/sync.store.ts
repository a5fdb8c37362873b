// SQL for synchronisation runs: the advisory lock of the active run, staged bookmarks, progress and outcome.
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

/** First key of the advisory lock of an active run; the second key is the id of the run. */
const runLockClass = 5_176_002;
/** Advisory lock that separates the changes of a run from the decisions of admins. */
const decisionLock = 5_176_003;

/** A run without a heartbeat for this long is dead, whoever holds its lock. */
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

/** A run of this process; no other run can begin until it is released. */
export interface ActiveRun {
  id: number;
  startedAt: Date;
  /**
   * Stores the counts so far; false when another process has declared the run dead. Uses the connection of the run,
   * because requests that wait for its locks may use up the pool.
   */
  heartbeat(counts: SyncCounts, expected: number | null): Promise<boolean>;
  /** Frees the lock and the connection. */
  release(): Promise<void>;
}

/** The methods of knex's client for borrowing connections. */
interface ConnectionLender {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
}

/** The outcome of a run whose process has died: nothing was committed, so its counts are void. */
const interruptedRun = {
  state: 'failed',
  counts: JSON.stringify(noCounts),
  error: 'The run was interrupted: its server stopped or did not respond.',
  error_reason: 'interrupted',
};

const uniqueViolation = '23505';
const isTaken = (error: unknown): boolean => errorCode(error) === uniqueViolation;

export class SyncStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** The last run, or null before the first. */
  async last(): Promise<SyncStatus | null> {
    const row: RunRow | undefined = await this.db('sync_runs').orderBy('id', 'desc').first();
    return row ? toStatus(row) : null;
  }

  async run(id: number): Promise<SyncStatus> {
    const row: RunRow | undefined = await this.db('sync_runs').where({ id }).first();
    if (!row) throw new Error(`There is no run ${id}`);
    return toStatus(row);
  }

  /**
   * Begins a run; null while another one is active. The run holds an advisory lock on its own connection: when its process dies,
   * PostgreSQL frees the lock and the next run can begin at once.
   */
  async begin(run: {
    source: string;
    startedBy: string;
    userId: number | null;
    now: Date;
  }): Promise<ActiveRun | null> {
    const lender: ConnectionLender = this.db.client;
    const connection = await lender.acquireConnection();
    const release = async (): Promise<void> => {
      try {
        await this.db.raw('select pg_advisory_unlock_all()').connection(connection);
      } finally {
        await lender.releaseConnection(connection);
      }
    };
    try {
      const id = await this.db.transaction((trx) => new SyncStore(trx).insertRun(run), {
        connection,
      });
      if (id !== null) {
        const heartbeat: ActiveRun['heartbeat'] = async (counts, expected) => {
          const touched = await this.db('sync_runs')
            .where({ id, state: 'running' })
            .update({ heartbeat_at: this.db.fn.now(), counts: JSON.stringify(counts), expected })
            .connection(connection);
          return touched === 1;
        };
        return { id, startedAt: run.now, heartbeat, release };
      }
    } catch (error) {
      await release();
      if (isTaken(error)) return null;
      throw error;
    }
    await release();
    return null;
  }

  private async insertRun(run: {
    source: string;
    startedBy: string;
    userId: number | null;
    now: Date;
  }): Promise<number | null> {
    const { rows } = await this.db.raw<{ rows: { id: number; is_dead: boolean }[] }>(
      `select id, heartbeat_at < now() - interval '${staleAfter}' or pg_try_advisory_xact_lock(${runLockClass}, id) as is_dead
       from sync_runs where state = 'running' for update`,
    );
    const [current] = rows;
    if (current && !current.is_dead) return null;
    if (current)
      await this.db('sync_runs')
        .where({ id: current.id })
        .update({ ...interruptedRun, finished_at: run.now });
    const [inserted]: { id: number }[] = await this.db('sync_runs')
      .insert({
        source: run.source,
        started_by: run.startedBy,
        started_by_user: run.userId,
        started_at: run.now,
        counts: JSON.stringify(noCounts),
      })
      .returning('id');
    const id = inserted?.id ?? 0;
    await this.db.raw('select pg_advisory_lock(?, ?)', [runLockClass, id]);
    await this.db('staged_bookmarks').whereNot({ run_id: id }).delete();
    return id;
  }

  /** Closes a running run whose lock nobody holds; false when there is none. */
  async closeInterrupted(now: Date): Promise<boolean> {
    const touched = await this.db('sync_runs')
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
  }

  /** Stores the outcome of a run; false when another process has closed it. */
  async close(id: number, outcome: SyncOutcome, now: Date): Promise<boolean> {
    const touched = await this.db('sync_runs')
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
    await this.db('staged_bookmarks').where({ run_id: id }).delete();
    return touched === 1;
  }

  async stage(id: number, bookmarks: readonly Bookmark[]): Promise<void> {
    if (bookmarks.length === 0) return;
    await this.db('staged_bookmarks')
      .insert(
        bookmarks.map((bookmark) => ({
          run_id: id,
          bookmark_id: bookmark.id,
          bookmark: JSON.stringify(bookmark),
        })),
      )
      .onConflict(['run_id', 'bookmark_id'])
      .ignore();
  }

  /** A page of staged bookmarks, by ascending id. */
  async staged(id: number, after: number, count: number): Promise<Bookmark[]> {
    const rows: { bookmark: StoredBookmark }[] = await this.db('staged_bookmarks')
      .select('bookmark')
      .where({ run_id: id })
      .where('bookmark_id', '>', after)
      .orderBy('bookmark_id')
      .limit(count);
    return rows.map(toBookmark);
  }

  async stagedByIds(id: number, bookmarkIds: readonly number[]): Promise<Bookmark[]> {
    const rows: { bookmark: StoredBookmark }[] = await this.db('staged_bookmarks')
      .select('bookmark')
      .where({ run_id: id })
      .whereRaw('bookmark_id = any(?::bigint[])', [[...bookmarkIds]])
      .orderBy('bookmark_id');
    return rows.map(toBookmark);
  }

  /**
   * Locks out all decisions until the end of the transaction. Disables sequential scans, because a cached plan of
   * foreign key checks would read everything that the transaction has written, once per row.
   */
  async lockForRun(): Promise<void> {
    await this.db.raw('discard plans');
    await this.db.raw('set local enable_seqscan = off');
    await this.db.raw(`set local statement_timeout = ${limits.database.syncStatementMs}`);
    await this.db.raw(
      `set local idle_in_transaction_session_timeout = ${limits.database.syncStatementMs}`,
    );
    await this.db.raw('select pg_advisory_xact_lock(?)', [decisionLock]);
  }

  /**
   * Locks out runs until the end of the transaction; decisions share the lock. Does not wait, so that no connection is
   * held idle: false while a run is being applied.
   */
  async tryLockForDecision(): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: { alone: boolean }[] }>(
      'select not pg_try_advisory_xact_lock_shared(?) as alone',
      [decisionLock],
    );
    return rows[0]?.alone === false;
  }
}
