// Health and counts of the job queue.
import type { Knex } from 'knex';
import type { HealthProbe } from '../shared/healthProbe.ts';
import { isSuperseded } from './jobQueue.ts';

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
