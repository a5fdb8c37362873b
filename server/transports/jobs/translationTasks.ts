// Tasks that a language model does: translations, and the tasks that items are for.
import type { Services } from '../../composition.ts';
import type { Task } from './task.ts';

type Rounds = Pick<Services['itemTranslations'], 'translatePending' | 'nextTryAt'>;

interface Options extends Pick<Task, 'formerName'> {
  name: string;
  /** Plural of the translated things, for the log. */
  subject: string;
  cron: string;
  roundsOf(services: Services): Rounds;
}

/**
 * A task that translates what is pending. The queue retries while the model does not answer; a text that failed has its own time
 * for the next try, and what a full round leaves is done at once.
 */
const translationTask = ({ name, formerName, subject, cron, roundsOf }: Options): Task => ({
  name,
  ...(formerName ? { formerName } : {}),
  atStart: true,
  cron,
  async run(_payload, { services, log, signal }) {
    const rounds = roundsOf(services);
    const { translated, failed, isModelUnavailable, isCut } = await rounds.translatePending(signal);
    if (translated > 0) log.info(`Done by the language model: ${translated} ${subject}`);
    if (isModelUnavailable)
      throw new Error(`The language model does not answer; pending: ${failed} ${subject}`);
    if (isCut) return services.jobs.enqueue(name, {}, { key: `${name} next` });
    const runAt = await rounds.nextTryAt();
    if (runAt) await services.jobs.enqueue(name, {}, { key: `${name} later`, runAt });
  },
});

export const translateItems = translationTask({
  name: 'translateItems',
  subject: 'descriptions of items',
  cron: '20 4 * * *',
  roundsOf: ({ itemTranslations }) => itemTranslations,
});

export const translateUseCases = translationTask({
  name: 'translateUseCases',
  subject: 'use cases',
  cron: '10 4 * * *',
  roundsOf: ({ useCaseTranslation }) => useCaseTranslation,
});

export const translateLoadouts = translationTask({
  name: 'translateLoadouts',
  subject: 'loadouts',
  cron: '15 4 * * *',
  roundsOf: ({ loadoutTranslation }) => loadoutTranslation,
});

/** Writes the tasks that items are for, which bookmarks do not hold. */
export const writeItemTasks = translationTask({
  name: 'writeItemTasks',
  formerName: 'writeTasks',
  subject: 'lists of tasks of items',
  cron: '50 4 * * *',
  roundsOf: ({ taskWriting }) => ({
    translatePending: (signal) => taskWriting.writePending(signal),
    nextTryAt: () => taskWriting.nextTryAt(),
  }),
});
