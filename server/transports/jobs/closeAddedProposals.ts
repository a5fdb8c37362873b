// Settles the proposals of services that the catalogue has meanwhile, however they came.
import type { Task } from './task.ts';

export const closeAddedProposals: Task = {
  name: 'closeAddedProposals',
  formerName: 'settleProposals',
  async run(_payload, { services, log }) {
    const settled = await services.proposals.settleFulfilled();
    if (settled > 0) log.info(`Settled ${settled} proposals of services that were added`);
  },
};
