// Webhook delivery: by the schedule, and when an admin asks for it.
import type { Task } from './task.ts';

export const sendWebhooks: Task = {
  name: 'sendWebhooks',
  atStart: true,
  /** A receiver that is slow keeps the others waiting for one round only. */
  async run(_payload, { services, signal }) {
    await services.webhookDeliveries.collect(signal);
    const isLeft = await services.webhookDeliveries.send(signal);
    if (isLeft) await services.jobs.enqueue('sendWebhooks', {}, { key: 'sendWebhooks next' });
  },
};
