// Job queue (graphile-worker): jobs are stored on the caller's transaction.
import { randomUUID } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Log } from '../shared/log.ts';
import { markConnectionError } from './databaseErrors.ts';
import { queueLogger } from './jobQueueLog.ts';

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
