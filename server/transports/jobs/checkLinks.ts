// Link checks that are due; links that stay broken become inconsistencies.
import type { Task } from './task.ts';

export const checkLinks: Task = {
  name: 'checkLinks',
  async run(_payload, { services, log, signal }) {
    const { checked, broken, isCut } = await services.links.checkDue(signal);
    if (checked > 0) log.info({ checked, broken, isCut }, 'Links were checked');
  },
};
