// Says which data rules are to be reviewed soon, or should have been.
import type { Task } from './task.ts';

export const recordDueReviews: Task = {
  name: 'recordDueReviews',
  async run(_payload, { services, log, signal }) {
    const due = await services.ruleReviews.recordDue(signal);
    if (due > 0) log.info(`Reviews of data rules that are due: ${due}`);
  },
};
