// Mails queued access requests; retries with growing delays while the mail server is down.
import type { Task } from './task.ts';

export const sendAccessRequests: Task = {
  name: 'sendAccessRequests',
  atStart: true,
  async run(_payload, { services, log, signal }) {
    const { sent, waiting } = await services.accessRequests.sendQueued(signal);
    if (sent > 0) log.info(`Sent ${sent} access requests`);
    if (waiting > 0) throw new Error(`${waiting} access requests could not be sent yet`);
  },
};
