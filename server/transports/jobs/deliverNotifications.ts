// Tells people in Telegram and by mail what they were told in the page: rung when something is due at once, and by the clock.
import type { Task } from './task.ts';

export const deliverNotifications: Task = {
  name: 'deliverNotifications',
  atStart: true,
  async run(_payload, { services, signal }) {
    const isLeft = await services.notificationDeliveries.send(signal);
    if (isLeft)
      await services.jobs.enqueue('deliverNotifications', {}, { key: 'deliverNotifications next' });
  },
};
