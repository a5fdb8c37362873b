// Translates texts of loadouts that lack a language.
import type { Task } from './task.ts';

export const translateLoadouts: Task = {
  name: 'translateLoadouts',
  atStart: true,
  /** A model that is away is the queue's to wait for; a loadout that failed comes back on its own day, what is left at once. */
  async run(_payload, { services, log, signal }) {
    const { translated, failed, isModelUnavailable, isCut } =
      await services.loadoutTranslation.translatePending(signal);
    if (translated > 0) log.info(`Translated ${translated} loadouts`);
    if (isModelUnavailable)
      throw new Error(`The model is away: ${failed} loadouts are not translated yet`);
    if (isCut)
      return services.jobs.enqueue('translateLoadouts', {}, { key: 'translateLoadouts next' });
    const runAt = await services.loadoutTranslation.nextTryAt();
    if (runAt)
      await services.jobs.enqueue(
        'translateLoadouts',
        {},
        { key: 'translateLoadouts later', runAt },
      );
  },
};
