// Looks at the links of the catalogue that are due; what stays broken becomes a difference on the desk.
import type { Task } from './task.ts';

export const checkLinks: Task = {
  name: 'checkLinks',
  async run(_payload, { services, log, signal }) {
    const { checked, broken, isCut } = await services.links.checkDue(signal);
    if (checked > 0) log.info({ checked, broken, isCut }, 'Links were checked');
  },
};
