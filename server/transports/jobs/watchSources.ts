// Source watch: reads the pages that data rules quote and records changes for those who decide.
import type { Task } from './task.ts';

export const watchSources: Task = {
  name: 'watchSources',
  async run(_payload, { services, log, signal }) {
    const { read, changed } = await services.sourceWatch.readDue(signal);
    if (read > 0) log.info({ read, changed }, 'Sources of data rules were read');
  },
};
