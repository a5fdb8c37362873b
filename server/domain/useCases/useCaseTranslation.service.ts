// Fills in the languages that were left open, once a language model is configured and answers.
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { translateAll } from '../translations/round.ts';
import { nextRoundAt, type Round, type Tries } from '../translations/tries.ts';
import type { UseCaseModel } from './useCaseModel.ts';
import type { UseCaseTranslationsStore } from './useCaseTranslations.store.ts';
import { descriptionsOf, otherLanguage, type UseCase } from './useCases.ts';

interface Options {
  store: UseCaseTranslationsStore;
  tries: Tries;
  /** A failure of the database as a refusal; any other error unchanged. */
  asRefusal: (error: unknown) => unknown;
  model: Pick<UseCaseModel, 'translate'> | null;
  clock: Clock;
  log: Log;
}

export const createUseCaseTranslation = ({
  store,
  tries,
  asRefusal,
  model,
  clock,
  log,
}: Options) => {
  const translate = async (
    useCase: UseCase,
    by: Pick<UseCaseModel, 'translate'>,
  ): Promise<boolean> => {
    const texts = descriptionsOf(useCase);
    const from =
      texts[useCase.originalLanguage] === null
        ? otherLanguage(useCase.originalLanguage)
        : useCase.originalLanguage;
    const original = texts[from] ?? '';
    const translated = await by.translate(original, from, otherLanguage(from));
    return store.fill(useCase.id, from, original, translated);
  };

  return {
    /**
     * Translates what is pending and due, one text after another; a text that fails waits on its own. Without a model nothing
     * happens: everything stays pending.
     */
    translatePending: async (signal: AbortSignal): Promise<Round> =>
      model
        ? translateAll({
            pending: (afterId, limit, now) => store.pending(afterId, limit, now),
            translate: (useCase) => translate(useCase, model),
            tries,
            asRefusal,
            clock,
            log,
            signal,
          })
        : { translated: 0, failed: 0, isAway: false },

    /** When the next case that failed and is still open is to be tried; null when none waits, or without a model. */
    nextTryAt: async (): Promise<Date | null> =>
      model ? nextRoundAt(await store.firstTry(), clock()) : null,
  };
};
