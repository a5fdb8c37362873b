// THE TABLE of tasks, and when they run by themselves.
//
// To add one: write server/jobs/<task>.ts exporting a `Task` (a name, `run`), add it to `tasks`, and give it a row in
// `scheduleOf` if it runs by the clock. A room stores a job through the port that it declares; services.ts joins the port
// to `jobs.enqueue('<task>', payload)`, on the transaction where there is one.
import type { Config } from '../config.ts';
import type { ScheduleEntry, Task } from './task.ts';

export const tasks: Task[] = [];

/** What runs by the clock. */
export const scheduleOf = (_config: Config): ScheduleEntry[] => [];
