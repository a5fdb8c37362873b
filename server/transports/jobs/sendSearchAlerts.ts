// Sends search alerts whose searches have results, and closes proposals of merged catalogue gaps.
import type { Task } from './task.ts';

export const sendSearchAlerts: Task = {
  name: 'sendSearchAlerts',
  formerName: 'tellWishes',
  async run(_payload, { services, log, signal }) {
    await services.catalogueGaps.closeMerged();
    const told = await services.searchAlerts.sendDue(signal);
    if (told > 0) log.info(`Told ${told} people what became of their searches`);
  },
};
