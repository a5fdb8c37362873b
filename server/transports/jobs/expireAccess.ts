// Expires granted access: a job for each moment of expiry, and the schedule for missed ones.
import type { Task } from './task.ts';

export const expireAccess: Task = {
  name: 'expireAccess',
  atStart: true,
  async run(_payload, { services, log }) {
    const expired = await services.accessWorkflow.expireDue();
    if (expired > 0) log.info(`Access expired: ${expired}`);
  },
};
