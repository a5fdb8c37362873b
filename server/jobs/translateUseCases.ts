// Fills in the missing language of use cases.
import type { Task } from './task.ts';

export const translateUseCases: Task = {
  name: 'translateUseCases',
  atStart: true,
  async run(_payload, { services, log, signal }) {
    const { translated, failed } = await services.useCaseTranslation.translatePending(signal);
    if (translated > 0) log.info(`Translated ${translated} use cases`);
    if (failed > 0) throw new Error(`${failed} use cases are not translated yet`);
  },
};
