// All tasks of the job queue, and their schedule. To add one, export a `Task` from the file of its subject and list it here.
import type { Config } from '../../config/config.ts';
import * as access from './accessTasks.ts';
import * as catalogue from './catalogueTasks.ts';
import { deleteExpired } from './deleteExpired.ts';
import * as messaging from './messagingTasks.ts';
import * as sync from './syncTasks.ts';
import type { ScheduleEntry, Task } from './task.ts';
import * as translation from './translationTasks.ts';

export const tasks: Task[] = [
  ...Object.values(access),
  ...Object.values(catalogue),
  deleteExpired,
  ...Object.values(messaging),
  ...Object.values(sync),
  ...Object.values(translation),
];

export const getSchedule = (config: Config): ScheduleEntry[] =>
  tasks.flatMap(({ name, cron }) => {
    const fields = typeof cron === 'function' ? cron(config) : cron;
    return fields ? [{ task: name, cron: fields }] : [];
  });
