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
   * A waiting job with this key is replaced, its waits forgotten; while it runs, a new one is stored behind it.
   * Without one every call stores a job, under a key of its own.
   */
  key?: string;
  /** Not before this moment; at once by default. */
  runAt?: Date;
  /** Maximum number of attempts; 25 by default. The waits grow from seconds to six hours. */
  maxAttempts?: number;
}

/** Stores work for later. A job is done at least once, on any server; jobs of one name are done one after another. */
export interface JobQueue {
  enqueue(name: string, payload?: Record<string, unknown>, options?: JobOptions): Promise<void>;
}

/** SQL: another job has taken the key of this one, and does its work; the queue tries it no more (graphile-worker). Every job is stored with a key. */
export const isSuperseded = 'key is null and attempts >= max_attempts';

/** The queue on a connection; on a transaction the job exists when the transaction is committed, and never otherwise. */
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
 * Lets a transaction ask for jobs and stores them as its last step, each key once and in one order, then
 * those without a key as they were asked for: a waiting job is held from
 * then on, and whoever waited for a row while holding one would stand in the way of who holds that row and asks for the job.
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

/** Connections of the queue's own, beside the pool of the services. */
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

/** Brings the tables of the queue (schema graphile_worker) to the shape that the installed version needs. */
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
