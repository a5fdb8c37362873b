// Translates missing descriptions of items, since a new bookmark has one language only.
import type { Task } from './task.ts';

export const translateItems: Task = {
  name: 'translateItems',
  atStart: true,
  /** A model that is away is the queue's to wait for; a text that failed comes back on its own day, what is left at once. */
  async run(_payload, { services, log, signal }) {
    const { translated, failed, isModelUnavailable, isCut } =
      await services.itemTranslations.translatePending(signal);
    if (translated > 0) log.info(`Translated ${translated} items`);
    if (isModelUnavailable)
      throw new Error(`The model is away: ${failed} items are not translated yet`);
    if (isCut) return services.jobs.enqueue('translateItems', {}, { key: 'translateItems next' });
    const runAt = await services.itemTranslations.nextTryAt();
    if (runAt)
      await services.jobs.enqueue('translateItems', {}, { key: 'translateItems later', runAt });
  },
};
