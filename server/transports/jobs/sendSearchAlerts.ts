// Tells those who searched in vain and asked for it that something answers now, and ends the proposals of merged wishes.
import type { Task } from './task.ts';

export const sendSearchAlerts: Task = {
  name: 'sendSearchAlerts',
  formerName: 'tellWishes',
  async run(_payload, { services, log, signal }) {
    await services.wishes.settleMerged();
    const told = await services.watches.tellWaiting(signal);
    if (told > 0) log.info(`Told ${told} people what became of their searches`);
  },
};
