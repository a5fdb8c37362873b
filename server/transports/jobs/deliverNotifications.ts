// Delivers notifications by Telegram and mail: triggered when one is due at once, and by the schedule.
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
