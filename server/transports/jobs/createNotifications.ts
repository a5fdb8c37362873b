// Creates notifications from events: triggered by a recorded event, and by the schedule in case a trigger is lost.
import type { Task } from './task.ts';

export const createNotifications: Task = {
  name: 'createNotifications',
  formerName: 'makeNotifications',
  atStart: true,
  async run(_payload, { services, log, signal }) {
    const told = await services.notifications.processEvents(signal);
    if (told > 0) log.info(`Told people: ${told} notifications`);
  },
};
