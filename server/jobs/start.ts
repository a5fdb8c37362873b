// Runs the tasks: a worker on the same database that survives the database's restarts and closes gracefully.
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker';
import { openQueuePool } from '../database/jobQueue.ts';
import { queueLogger } from '../database/jobQueueLog.ts';
import type { Services } from '../services.ts';
import type { Log } from '../shared/log.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { ScheduleEntry, Task } from './task.ts';
import { watchTasks } from './taskList.ts';

interface Options {
  databaseUrl: string;
  services: Services;
  log: Log;
  tasks: readonly Task[];
  schedule: readonly ScheduleEntry[];
  /** Jobs at a time in this process. */
  concurrency?: number;
  /** How long a job may go on after `stop()` before its signal is aborted; and, after that, before it is given back. */
  graceMs?: number;
}

export interface Jobs {
  /** Takes no more jobs; finishes the current ones, or gives them back to the queue. */
  stop(): Promise<void>;
}

const firstWaitMs = 500;
const maxWaitMs = 15_000;
/** For tasks that go on although their worker has ended. */
const lastTaskMs = 30_000;

/**
 * Starts the worker. Rings the tasks that want it at every start.
 * @throws when the database cannot be reached now; afterwards it never gives up.
 */
export async function startJobs(options: Options): Promise<Jobs> {
  const { databaseUrl, services, tasks, schedule, concurrency = 2, graceMs = 4_000 } = options;
  const log = options.log.child({ part: 'jobs' });
  const pool = openQueuePool(databaseUrl, concurrency + 3, log);
  const watched = watchTasks({ tasks, services, log, pool, graceMs });
  const heartbeat = startHeartbeat({ pool, log, atWork: watched.atWork });
  const closing = new AbortController();
  let workerId: string | null = null;

  const open = (): Promise<Runner> => {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      workerId = workerPool.id;
      heartbeat.add(workerId);
    });
    return run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: graceMs,
      logger: queueLogger(log),
      events,
      taskList: watched.list,
      // A failure that cannot be written closes the worker in order; without a batch it is a rejection that nobody handles.
      // Successes are written one by one: after a batch the next job of the same name would wait for the next look.
      preset: { worker: { failJobBatchDelay: 0 } },
      parsedCronItems: parseCronItems(
        schedule.map(({ task, cron }) => ({
          task,
          match: cron,
          identifier: task,
          options: { backfillPeriod: 0, jobKey: task, queueName: task },
        })),
      ),
    });
  };

  let runner = await open();
  for (const task of tasks) {
    if (task.atStart) await services.jobs.enqueue(task.name, {}, { key: task.name });
  }

  /** Opens the worker again whenever it ends by itself. */
  const supervise = async (): Promise<void> => {
    let waitMs = firstWaitMs;
    for (;;) {
      const openedAt = performance.now();
      await runner.promise.catch((error: unknown) =>
        log.warn({ err: error }, 'The job worker ended'),
      );
      if (closing.signal.aborted) return;
      await watched.settled(lastTaskMs);
      if (workerId) heartbeat.release(workerId);
      if (performance.now() - openedAt > maxWaitMs) waitMs = firstWaitMs;
      for (let isOpen = false; !isOpen; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
        if (closing.signal.aborted) return;
        try {
          await wait(waitMs, undefined, { signal: closing.signal });
          runner = await open();
          isOpen = true;
        } catch (error) {
          if (!closing.signal.aborted)
            log.warn({ err: error }, 'The job worker cannot start again yet');
        }
      }
    }
  };
  const supervised = supervise();

  return {
    async stop() {
      if (closing.signal.aborted) return supervised;
      closing.abort();
      const close = async () => {
        await runner
          .stop()
          .catch((error: unknown) => log.debug({ err: error }, 'The job worker had ended'));
        await supervised;
        await heartbeat.stop();
        await pool.end();
      };
      const isLate = await Promise.race([close(), wait(graceMs * 2 + 1_000, true, { ref: false })]);
      if (isLate)
        log.warn(
          'The job worker could not give everything back; others will, once it has been silent',
        );
    },
  };
}
