// Heartbeat of this server’s workers; releases orphaned jobs.
import type { Pool } from 'pg';
import type { Log } from '../../shared/log.ts';
import { staleAfterMs, workersStore } from './workers.store.ts';

const beatMs = 5_000;

interface Options {
  pool: Pool;
  log: Log;
  /** The ids of the jobs that this process does now. */
  atWork?: ReadonlySet<string>;
  everyMs?: number;
}

export interface Heartbeat {
  /** Takes up a worker pool of this process. */
  add(workerId: string): void;
  /** A worker pool of this process has ended, and nobody works for it any more: what it held is given back. */
  release(workerId: string): void;
  stop(): Promise<void>;
}

/**
 * Begins to beat. Others are declared dead only after this server has itself reached the database without a break for as
 * long as they have been silent: after an outage of the database everybody has been silent.
 */
export function startHeartbeat({
  pool,
  log,
  atWork = new Set(),
  everyMs = beatMs,
}: Options): Heartbeat {
  const store = workersStore(pool);
  const workerIds = new Set<string>();
  const ended = new Set<string>();
  const beatsBeforeJudging = Math.ceil(staleAfterMs / everyMs);
  let unbroken = 0;
  let suspects = new Set<string>();
  let beating: Promise<void> = Promise.resolve();

  const releaseTheEnded = async (): Promise<void> => {
    const workers = [...ended];
    if (workers.length === 0) return;
    await store.releaseJobsOf(workers);
    for (const worker of workers) ended.delete(worker);
  };

  /**
   * When a connection breaks while a job is handed out, the job is taken and nobody knows. Found so twice, it is given
   * back; once, it may just be over.
   */
  const releaseTheUnknown = async (): Promise<void> => {
    const held = await store.jobsHeldBy([...workerIds]);
    const unknown = held.filter((jobId) => !atWork.has(jobId));
    const lost = unknown.filter((jobId) => suspects.has(jobId));
    suspects = new Set(unknown);
    if (lost.length === 0) return;
    await store.releaseJobs(lost, [...workerIds]);
    log.warn({ jobs: lost }, 'Released jobs that were handed out and never arrived');
  };

  const beat = async (): Promise<void> => {
    try {
      await store.seen([...workerIds]);
      await releaseTheEnded();
      await releaseTheUnknown();
      await store.removeSuperseded();
      unbroken += 1;
      if (unbroken <= beatsBeforeJudging) return;
      const dead = await store.releaseStaleJobs();
      if (dead.length > 0)
        log.warn({ workers: dead }, 'Released the jobs of workers that are gone');
    } catch (error) {
      unbroken = 0;
      log.warn({ err: error }, 'The job worker cannot reach the database');
    }
  };
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, everyMs);
  timer.unref();

  return {
    add(workerId) {
      workerIds.add(workerId);
      beating = beating.then(beat);
    },
    release(workerId) {
      workerIds.delete(workerId);
      ended.add(workerId);
      beating = beating.then(beat);
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await store
        .gone([...workerIds])
        .catch((error: unknown) => log.warn({ err: error }, 'The last heartbeat failed'));
    },
  };
}
