// SQL for worker heartbeats, so that jobs of a killed server are released soon.
import type { Pool } from 'pg';
import { isSuperseded } from '../../database/jobQueue.ts';

/** A worker that has not been seen for this long is dead. */
export const staleAfterMs = 30_000;

export const workersStore = (pool: Pool) => ({
  async seen(workerIds: readonly string[]): Promise<void> {
    await pool.query(
      `insert into job_workers (worker_id, seen_at) select worker_id, now() from unnest($1::text[]) as worker_id
       on conflict (worker_id) do update set seen_at = excluded.seen_at`,
      [workerIds],
    );
  },

  async gone(workerIds: readonly string[]): Promise<void> {
    await pool.query('delete from job_workers where worker_id = any($1::text[])', [workerIds]);
  },

  /** Gives what these workers hold back to the queue; they must have ended. */
  async releaseJobsOf(workerIds: readonly string[]): Promise<void> {
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [workerIds]);
    await pool.query('delete from job_workers where worker_id = any($1::text[])', [workerIds]);
  },

  /** The ids of the jobs that these workers have taken. */
  async jobsHeldBy(workerIds: readonly string[]): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      'select id::text from graphile_worker.jobs where locked_by = any($1::text[])',
      [workerIds],
    );
    return rows.map(({ id }) => id);
  },

  /** Gives single jobs of these workers back to the queue, for which the queue has no function of its own. */
  async releaseJobs(jobIds: readonly string[], workerIds: readonly string[]): Promise<void> {
    await pool.query(
      `with freed as (
         update graphile_worker._private_jobs set locked_at = null, locked_by = null
         where id = any($1::bigint[]) and locked_by = any($2::text[])
         returning job_queue_id
       )
       update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
       from freed where queue.id = freed.job_queue_id and queue.locked_by = any($2::text[])`,
      [jobIds, workerIds],
    );
  },

  /**
   * Removes jobs whose key another job has taken, once nobody does them: one that was asked for again while it was done, and then failed or lost
   * its worker. The queue tries such a job no more, and would keep it for good as one that was given up; the other does its work.
   */
  async removeSuperseded(): Promise<void> {
    await pool.query(
      `delete from graphile_worker._private_jobs where locked_at is null and ${isSuperseded}`,
    );
  },

  /** Gives the jobs of dead workers back to the queue; answers whose they were. */
  async releaseStaleJobs(): Promise<string[]> {
    const dead = await pool.query<{ worker_id: string }>(
      `select distinct locked_by as worker_id from graphile_worker.jobs
       where locked_at < now() - $1 * interval '1 millisecond'
         and locked_by not in (
           select worker_id from job_workers where seen_at > now() - $1 * interval '1 millisecond')`,
      [staleAfterMs],
    );
    const workerIds = dead.rows.map((row) => row.worker_id);
    if (workerIds.length > 0) await this.releaseJobsOf(workerIds);
    await pool.query(`delete from job_workers where seen_at < now() - interval '1 hour'`);
    return workerIds;
  },
});
