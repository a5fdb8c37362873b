// Closes complaints whose cause is gone: the link answers, the translation or picture exists, the duplicates are merged.
import type { Task } from './task.ts';

export const closeResolvedComplaints: Task = {
  name: 'closeResolvedComplaints',
  formerName: 'settleComplaints',
  async run(_payload, { services, log }) {
    const closed = await services.complaintReview.closeEnded();
    if (closed > 0) log.info(`Reports closed by themselves: ${closed}`);
  },
};
