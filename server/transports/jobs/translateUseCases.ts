// Translates use cases that lack a language.
import type { Task } from './task.ts';

export const translateUseCases: Task = {
  name: 'translateUseCases',
  atStart: true,
  /** A model that is away is the queue's to wait for; a text that failed comes back on its own day, what is left at once. */
  async run(_payload, { services, log, signal }) {
    const { translated, failed, isModelUnavailable, isCut } =
      await services.useCaseTranslation.translatePending(signal);
    if (translated > 0) log.info(`Translated ${translated} use cases`);
    if (isModelUnavailable)
      throw new Error(`The model is away: ${failed} use cases are not translated yet`);
    if (isCut)
      return services.jobs.enqueue('translateUseCases', {}, { key: 'translateUseCases next' });
    const runAt = await services.useCaseTranslation.nextTryAt();
    if (runAt)
      await services.jobs.enqueue(
        'translateUseCases',
        {},
        { key: 'translateUseCases later', runAt },
      );
  },
};
