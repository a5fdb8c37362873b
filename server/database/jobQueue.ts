// Job queue (graphile-worker): stores jobs on the caller's transaction, counts them and checks its health.
import { randomUUID } from 'node:crypto';
import { runMigrations, Logger } from 'graphile-worker';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Log } from '../shared/log.ts';
import { markConnectionError } from './databaseErrors.ts';
import type { HealthProbe } from '../shared/healthProbe.ts';

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** Error of a job that stops because the server closes: no failure, since it runs again later. */
export class JobPostponed extends Error {}

export const queueLogger = (log: Log): Logger =>
  new Logger(() => (level, message, meta) => {
    const err: unknown = meta?.['error'];
    if (err instanceof JobPostponed) log.info(err.message);
    else log[levels[level as keyof typeof levels] ?? 'debug'](err ? { err } : {}, message);
  });

interface JobOptions {
  /**
   * Replaces a waiting job with this key and resets its delay; while that job runs, a new one waits behind it. Without a key every
   * call stores a new job.
   */
  key?: string;
  /** Earliest time; at once by default. */
  runAt?: Date;
  /** Maximum number of attempts; 25 by default. Delays grow from seconds to six hours. */
  maxAttempts?: number;
}

/** Stores jobs. A job runs at least once, on any server; jobs of one name run one after another. */
export interface JobQueue {
  enqueue(name: string, payload?: Record<string, unknown>, options?: JobOptions): Promise<void>;
}

/**
 * SQL: another job has taken the key and the work of this one, which graphile-worker no longer tries. Every job is stored with a
 * key.
 */
export const isSuperseded = 'key is null and attempts >= max_attempts';

/** The queue on a connection; on a transaction the jobs exist only after its commit. */
export const jobQueue = (db: Knex): JobQueue => ({
  async enqueue(name, payload = {}, { key, runAt, maxAttempts } = {}) {
    await db.raw(
      `select from graphile_worker.add_job(
         identifier => :name::text, payload => :payload::json, queue_name => :name::text,
         run_at => :runAt::timestamptz, max_attempts => :maxAttempts::integer, job_key => :key::text)`,
      {
        name,
        payload: JSON.stringify(payload),
        runAt: runAt ?? null,
        maxAttempts: maxAttempts ?? null,
        key: key ?? randomUUID(),
      },
    );
  },
});

/**
 * Collects the jobs of a transaction and stores them as its last step: each key once, in a fixed order, then those without a key.
 * Storing locks a waiting job, so waiting for another row afterwards could deadlock.
 */
export async function enqueueAtEnd<Result>(
  queue: JobQueue,
  work: (jobs: JobQueue) => Promise<Result>,
): Promise<Result> {
  const keyed = new Map<string, Parameters<JobQueue['enqueue']>>();
  const others: Parameters<JobQueue['enqueue']>[] = [];
  const result = await work({
    enqueue: async (...job) => {
      const key = job[2]?.key;
      if (key === undefined) others.push(job);
      else keyed.set(key, job);
    },
  });
  for (const key of [...keyed.keys()].toSorted()) await queue.enqueue(...keyed.get(key)!);
  for (const job of others) await queue.enqueue(...job);
  return result;
}

/** Connections of the queue, apart from the pool of the services. */
export function openQueuePool(url: string, max: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'loadout jobs',
    keepAlive: true,
  });
  const broken = (err: Error) => log.warn({ err }, 'A connection of the job queue broke');
  pool.on('error', broken);
  pool.on('connect', (client) => void client.on('error', broken));
  return pool;
}

/** Migrates the tables of the queue (schema graphile_worker) to the installed version. */
export async function prepareJobQueue(url: string, log: Log): Promise<void> {
  const pool = openQueuePool(url, 2, log);
  try {
    await runMigrations({ pgPool: pool, logger: queueLogger(log) });
  } catch (error) {
    throw markConnectionError(error);
  } finally {
    await pool.end();
  }
}

/** A job that is due for longer than this is not being processed; a long task waits longer for others. */
const maxWaitMinutes = 15;
const maxLongWaitMinutes = 180;

/** Numbers of jobs, for the metrics. */
export interface JobCounts {
  /** Due now; a growing number means that the workers do not keep up. */
  due: number;
  /** Due later: after a failure, or at a set time. */
  later: number;
  /** Out of attempts, except jobs that another one has replaced. */
  givenUp: number;
}

export async function countJobs(db: Knex): Promise<JobCounts> {
  const { rows } = await db.raw<{ rows: JobCounts[] }>(
    `select count(*) filter (where attempts < max_attempts and run_at <= now())::integer as due,
       count(*) filter (where attempts < max_attempts and run_at > now())::integer as later,
       count(*) filter (where attempts >= max_attempts and not (${isSuperseded}))::integer as "givenUp"
     from graphile_worker.jobs`,
  );
  return rows[0]!;
}

interface QueueState {
  works: boolean;
  waiting: number;
}

/** @param longTasks names of tasks that may take minutes */
export const jobQueueProbe = (db: Knex, longTasks: ReadonlySet<string>): HealthProbe => ({
  name: 'jobs',
  isVital: false,
  async check() {
    const { rows } = await db.raw<{ rows: QueueState[] }>(
      `select exists (select from job_workers where seen_at > now() - interval '30 seconds') as works,
         (select count(*)::integer from graphile_worker.jobs
          where locked_at is null and attempts < max_attempts
            and run_at < now() - interval '1 minute'
              * case when task_identifier = any(?::text[]) then ?::integer else ?::integer end) as waiting`,
      [[...longTasks], maxLongWaitMinutes, maxWaitMinutes],
    );
    const { works, waiting } = rows[0]!;
    if (!works)
      return {
        state: 'failing',
        detail: 'No worker runs: nothing is translated, sent or synchronised.',
      };
    if (waiting > 0) {
      return {
        state: 'failing',
        detail: `${waiting} jobs have been waiting for over ${maxWaitMinutes} minutes (long ones: ${maxLongWaitMinutes}).`,
      };
    }
    return 'ok';
  },
});
