// Task writing for items, since a new bookmark has no tasks.
import type { Task } from './task.ts';

export const writeItemTasks: Task = {
  name: 'writeItemTasks',
  formerName: 'writeTasks',
  atStart: true,
  /** A model that is away is the queue's to wait for; an item that failed comes back on its own day, what is left at once. */
  async run(_payload, { services, log, signal }) {
    const { translated, failed, isModelUnavailable, isCut } =
      await services.taskWriting.writePending(signal);
    if (translated > 0) log.info(`Wrote what ${translated} items are for`);
    if (isModelUnavailable)
      throw new Error(`The model is away: nobody says what ${failed} items are for`);
    if (isCut) return services.jobs.enqueue('writeItemTasks', {}, { key: 'writeItemTasks next' });
    const runAt = await services.taskWriting.nextTryAt();
    if (runAt)
      await services.jobs.enqueue('writeItemTasks', {}, { key: 'writeItemTasks later', runAt });
  },
};
