// Runs the due jobs of the real queue, and reads those that wait.
import { runOnce } from 'graphile-worker';
import type { Knex } from 'knex';
import { openQueuePool, queueLogger } from '../database/jobQueue.ts';
import type { Task } from '../transports/jobs/task.ts';
import { watchTasks } from '../transports/jobs/taskList.ts';
import { tasks as allTasks } from '../transports/jobs/tasks.ts';
import type { Services } from '../composition.ts';
import { createLog } from '../shared/log.ts';

/** Runs every due job, also those that these jobs enqueue. A failing job waits for its next try. */
export async function runDueJobs(
  url: string,
  services: Services,
  tasks: readonly Task[] = allTasks,
): Promise<void> {
  const log = createLog({ level: 'silent' });
  const pool = openQueuePool(url, 4, log);
  try {
    await runOnce({
      pgPool: pool,
      noHandleSignals: true,
      logger: queueLogger(log),
      taskList: watchTasks({ tasks, services, log, pool }).list,
    });
  } finally {
    await pool.end();
  }
}

export interface WaitingJob {
  task_identifier: string;
  key: string | null;
  attempts: number;
  last_error: string | null;
  run_at: Date;
  locked_at: Date | null;
}

/** Every job of the queue, oldest first. */
export const storedJobs = (db: Knex): Promise<WaitingJob[]> =>
  db
    .withSchema('graphile_worker')
    .from('jobs')
    .orderBy('id')
    .select('task_identifier', 'key', 'attempts', 'last_error', 'run_at', 'locked_at');
