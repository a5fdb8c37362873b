// Ends the access whose time is over: a job of its own rings at the moment, the clock looks for what it has missed.
import type { Task } from './task.ts';

export const expireAccess: Task = {
  name: 'expireAccess',
  atStart: true,
  async run(_payload, { services, log }) {
    const expired = await services.accessRequestsToDecide.expireDue();
    if (expired > 0) log.info(`Access expired: ${expired}`);
  },
};
