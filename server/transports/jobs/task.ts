// Task of the job queue: name, schedule, work, and dependencies.
import type { Services } from '../../composition.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../shared/log.ts';

interface TaskTools {
  services: Services;
  /** Bears the task's name. */
  log: Log;
  /** Aborted when the server closes: finish the current step and throw; the job runs again later. */
  signal: AbortSignal;
}

/** Background work. A job may run more than once, so a repetition must do no harm. */
export interface Task {
  name: string;
  /** Its name in version 0.2.0: such jobs may wait, or come from a server of that version. */
  formerName?: string;
  /** True for a task that also runs at every start of a server. */
  atStart?: boolean;
  /** Five cron fields in UTC; null for a configuration without this work. Missing for a task that runs on demand only. */
  cron?: string | ((config: Config) => string | null);
  /** Throws to be tried again later, after growing waits. */
  run(payload: unknown, tools: TaskTools): Promise<void>;
}

export interface ScheduleEntry {
  task: string;
  cron: string;
}
