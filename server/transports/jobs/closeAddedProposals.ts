// Closes proposals of services that have been added to the catalogue in any way.
import type { Task } from './task.ts';

export const closeAddedProposals: Task = {
  name: 'closeAddedProposals',
  formerName: 'settleProposals',
  async run(_payload, { services, log }) {
    const settled = await services.proposals.closeFulfilled();
    if (settled > 0) log.info(`Settled ${settled} proposals of services that were added`);
  },
};
