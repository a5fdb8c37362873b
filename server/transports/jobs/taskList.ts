// Task list for the queue: dependencies, shutdown, and waiting while the database is away.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { JobPostponed } from '../../database/jobQueue.ts';
import type { Services } from '../../composition.ts';
import type { Log } from '../../shared/log.ts';
import type { Task } from './task.ts';

interface Options {
  tasks: readonly Task[];
  services: Services;
  log: Log;
  /** Emitter of the queue's job results. */
  pool: Pool;
  /** Ids of running jobs. */
  atWork?: Set<string>;
  /** Time for a task after its abort signal before its job is released. */
  graceMs?: number;
}

export interface WatchedTasks {
  list: TaskList;
  /** Resolves when no task works any more, also none whose job was given back, or after so long. */
  settled(ms: number): Promise<void>;
}

const firstWaitMs = 100;
const maxWaitMs = 2_000;

/** True for the error of a task that its abort signal has ended. */
const isAbort = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/** Throws some time after the signal: a task that will not end is given back to the queue. */
async function givenBack(signal: AbortSignal, graceMs: number, ended: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort', { signal: ended });
  await wait(graceMs, undefined, { signal: ended });
  throw new Error('The server closes before this job is done');
}

/**
 * Waits until the database answers: what ends a job must be written down, else the job is done again.
 * @throws JobPostponed once the server closes and it does not: the queue takes a failure that it cannot write, and no success
 */
async function whenWritable(pool: Pool, signal: AbortSignal, log: Log): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    try {
      await pool.query('select 1');
      return;
    } catch (err) {
      if (signal.aborted)
        throw new JobPostponed('A job is over and cannot be written down: the server closes');
      log.debug({ err }, 'A job is over and cannot be written down yet');
      // The signal ends the wait, which is no failure.
      await wait(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Tasks as the queue calls them; what a task throws is logged by the queue and tried again. */
export function watchTasks({
  tasks,
  services,
  log,
  pool,
  atWork = new Set(),
  graceMs = 4_000,
}: Options): WatchedTasks {
  const working = new Set<Promise<void>>();

  const start = (task: Task, payload: unknown, signal: AbortSignal): Promise<void> => {
    const work = task.run(payload, { services, log: log.child({ task: task.name }), signal });
    working.add(work);
    const over = () => void working.delete(work);
    work.then(over, over);
    return work;
  };

  const perform =
    (task: Task) =>
    async (payload: unknown, { job, abortSignal }: JobHelpers): Promise<void> => {
      const ended = new AbortController();
      atWork.add(job.id);
      try {
        const work = start(task, payload, abortSignal);
        await Promise.race([work, givenBack(abortSignal, graceMs, ended.signal)]);
      } catch (error) {
        const isPutOff = abortSignal.aborted && isAbort(error);
        throw isPutOff ? new JobPostponed(`${task.name} goes on later: the server closes`) : error;
      } finally {
        ended.abort();
        await whenWritable(pool, abortSignal, log).finally(() => atWork.delete(job.id));
      }
    };
  const list: TaskList = Object.fromEntries(
    tasks.flatMap((task) =>
      [task.name, ...(task.formerName ? [task.formerName] : [])].map((name) => [
        name,
        perform(task),
      ]),
    ),
  );

  return {
    list,
    async settled(ms) {
      const timeout = new AbortController();
      const late = wait(ms, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(working), late]);
      timeout.abort();
    },
  };
}
