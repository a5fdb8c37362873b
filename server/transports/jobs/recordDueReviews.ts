// Records events for reviews of data rules and decisions on pilots that are due.
import type { Task } from './task.ts';

export const recordDueReviews: Task = {
  name: 'recordDueReviews',
  async run(_payload, { services, log, signal }) {
    const due = await services.ruleReviews.recordDue(signal);
    const pilots = await services.stages.recordEnded(signal);
    if (pilots > 0) log.info(`Pilots that wait for a decision: ${pilots}`);
    if (due > 0) log.info(`Reviews of data rules that are due: ${due}`);
  },
};
