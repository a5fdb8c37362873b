// Link check of a reported address: closes its complaints when it answers again, else marks the link as broken.
import { z } from 'zod';
import type { Task } from './task.ts';

const payload = z.strictObject({ itemId: z.int() });

export const checkReportedLink: Task = {
  name: 'checkReportedLink',
  formerName: 'lookAtReported',
  async run(given, { services, log, signal }) {
    const check = await services.links.checkReportedLink(payload.parse(given).itemId, signal);
    if (check)
      log.info({ itemId: check.itemId, state: check.state }, 'A reported link was checked');
    await services.complaintReview.closeEnded();
  },
};
