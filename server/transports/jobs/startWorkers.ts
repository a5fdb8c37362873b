// Workers of the job queue, which survive restarts of the database and shut down gracefully.
import { setTimeout as wait } from 'node:timers/promises';
import { parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import { openQueuePool, queueLogger } from '../../database/jobQueue.ts';
import { limits } from '../../config/limits.ts';
import type { Services } from '../../composition.ts';
import type { Log } from '../../shared/log.ts';
import { startHeartbeat } from './heartbeat.ts';
import { superviseWorker, type SupervisedWorker } from './supervisedWorker.ts';
import { longTasks } from './longTasks.ts';
import type { ScheduleEntry, Task } from './task.ts';
import { watchTasks } from './taskList.ts';

interface Options {
  databaseUrl: string;
  services: Services;
  log: Log;
  tasks: readonly Task[];
  schedule: readonly ScheduleEntry[];
  /** Time for a job after `stop()` before its signal is aborted, and after that before it is released. */
  graceMs?: number;
}

export interface Jobs {
  /** Takes no more jobs; finishes the current ones, or gives them back to the queue. */
  stop(): Promise<void>;
}

/** Jobs at a time in this process: short ones, and those of `longTasks`. */
const slots = { short: 3, long: 3 } as const;

/**
 * Starts the workers, one for short tasks and one for long ones. Rings the tasks that want it at every start.
 * @throws when the database cannot be reached now; afterwards it never gives up.
 */
export async function startWorkers(options: Options): Promise<Jobs> {
  const { databaseUrl, services, tasks, schedule, graceMs = 4_000 } = options;
  const log = options.log.child({ part: 'jobs' });
  const pool = openQueuePool(databaseUrl, limits.database.jobs, log);
  const atWork = new Set<string>();
  const heartbeat = startHeartbeat({ pool, log, atWork });
  const closing = new AbortController();

  const keep = (kind: keyof typeof slots): Promise<SupervisedWorker> => {
    const isOne = (name: string): boolean => longTasks.has(name) === (kind === 'long');
    const watched = watchTasks({
      tasks: tasks.filter(({ name }) => isOne(name)),
      services,
      log,
      pool,
      atWork,
      graceMs,
    });
    const open = (events: WorkerEvents) =>
      run({
        pgPool: pool,
        concurrency: slots[kind],
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: graceMs,
        logger: queueLogger(log),
        events,
        taskList: watched.list,
        // A failure that cannot be written closes the worker in order; without a batch it is a rejection that nobody handles.
        // Successes are written one by one: after a batch the next job of the same name would wait for the next look.
        preset: { worker: { failJobBatchDelay: 0 } },
        parsedCronItems: parseCronItems(
          schedule
            .filter(({ task }) => isOne(task))
            .map(({ task, cron }) => ({
              task,
              match: cron,
              identifier: task,
              options: { backfillPeriod: 0, jobKey: task, queueName: task },
            })),
        ),
      });
    return superviseWorker({ open, watched, heartbeat, closing: closing.signal, log });
  };

  const workers = [await keep('short'), await keep('long')];
  for (const task of tasks) {
    if (task.atStart) await services.jobs.enqueue(task.name, {}, { key: task.name });
  }
  let stopped: Promise<void> | null = null;

  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await heartbeat.stop();
    await pool.end();
  };

  return {
    stop: () =>
      (stopped ??= (async () => {
        closing.abort();
        const isLate = await Promise.race([
          close(),
          wait(graceMs * 2 + 1_000, true, { ref: false }),
        ]);
        if (isLate)
          log.warn(
            'The job workers could not give everything back; others will, once they have been silent',
          );
      })()),
  };
}
