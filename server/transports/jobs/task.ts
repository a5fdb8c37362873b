// Task of the job queue: name, work, and dependencies.
import type { Services } from '../../composition.ts';
import type { Log } from '../../shared/log.ts';

interface TaskTools {
  services: Services;
  /** Bears the task's name. */
  log: Log;
  /** Aborted when the server closes: finish the step under way and throw; the job is done again later. */
  signal: AbortSignal;
}

/** Work that runs behind the requests. It may run more than once, so a repetition must do no harm. */
export interface Task {
  name: string;
  /** Its name in version 0.2.0: such jobs may wait, or come from a server of that version. */
  formerName?: string;
  /** Whether every start of a server rings it, for what was left undone or could not be done before. */
  atStart?: boolean;
  /** Throws to be tried again later, after growing waits. */
  run(payload: unknown, tools: TaskTools): Promise<void>;
}

/** When a task runs by itself: five cron fields in UTC. */
export interface ScheduleEntry {
  task: string;
  cron: string;
}
