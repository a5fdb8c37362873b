// Says every few seconds that this server's workers live, and releases the jobs of those that do not.
import type { Pool } from 'pg';
import type { Log } from '../shared/log.ts';
import { deadAfterMs, workersStore } from './workers.store.ts';

const beatMs = 5_000;

export interface Heartbeat {
  /** Takes up a worker pool of this process. */
  add(workerId: string): void;
  /** A worker pool of this process has ended. */
  remove(workerId: string): void;
  stop(): Promise<void>;
}

/**
 * Begins to beat. Others are declared dead only after this server has itself reached the database without a break for as
 * long as they have been silent: after an outage of the database everybody has been silent.
 */
export function startHeartbeat(pool: Pool, log: Log, everyMs = beatMs): Heartbeat {
  const store = workersStore(pool);
  const workerIds = new Set<string>();
  const beatsBeforeJudging = Math.ceil(deadAfterMs / everyMs);
  let unbroken = 0;
  let beating: Promise<void> = Promise.resolve();

  const beat = async (): Promise<void> => {
    try {
      await store.seen([...workerIds]);
      unbroken += 1;
      if (unbroken <= beatsBeforeJudging) return;
      const dead = await store.releaseJobsOfTheDead();
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
    remove: (workerId) => void workerIds.delete(workerId),
    async stop() {
      clearInterval(timer);
      await beating;
      await store
        .gone([...workerIds])
        .catch((error: unknown) => log.warn({ err: error }, 'The last heartbeat failed'));
    },
  };
}
