// Reminders of the end of notice of subscriptions, and of unanswered reviews of access.
import type { Task } from './task.ts';

export const sendReminders: Task = {
  name: 'sendReminders',
  async run(_payload, { services, log, signal }) {
    const notices = await services.subscriptions.recordReminders(signal);
    const questions = await services.accessReviews.remind(signal);
    if (notices + questions > 0)
      log.info(`Reminders: ${notices} of subscriptions, ${questions} of reviews of access`);
  },
};
