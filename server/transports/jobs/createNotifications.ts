// Tells people of what has happened: rung when something has, and by the clock in case nobody heard it.
import type { Task } from './task.ts';

export const createNotifications: Task = {
  name: 'createNotifications',
  formerName: 'makeNotifications',
  atStart: true,
  async run(_payload, { services, log, signal }) {
    const told = await services.notifications.make(signal);
    if (told > 0) log.info(`Told people: ${told} notifications`);
  },
};
