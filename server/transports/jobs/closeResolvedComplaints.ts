// Closes the reports whose cause has ended by itself: a link answers again, a translation or a picture is there, duplicates are merged.
import type { Task } from './task.ts';

export const closeResolvedComplaints: Task = {
  name: 'closeResolvedComplaints',
  formerName: 'settleComplaints',
  async run(_payload, { services, log }) {
    const closed = await services.complaintGroups.settleEnded();
    if (closed > 0) log.info(`Reports closed by themselves: ${closed}`);
  },
};
