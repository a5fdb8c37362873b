// Fills in the missing language of items: a new bookmark has one language only.
import type { Task } from './task.ts';

export const translateItems: Task = {
  name: 'translateItems',
  atStart: true,
  async run(_payload, { services, log, signal }) {
    const { translated, failed } = await services.itemTranslations.translatePending(signal);
    if (translated > 0) log.info(`Translated ${translated} items`);
    if (failed > 0) throw new Error(`${failed} items are not translated yet`);
  },
};
