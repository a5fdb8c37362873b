// Fills in the languages that were left open, once a language model is configured and answers.
import type { Log } from '../../shared/log.ts';
import type { UseCaseModel } from './useCaseModel.ts';
import type { UseCaseTranslationsStore } from './useCaseTranslations.store.ts';
import { descriptionsOf, otherLanguage, type UseCase } from './useCases.ts';

interface Options {
  store: UseCaseTranslationsStore;
  model: Pick<UseCaseModel, 'translate'> | null;
  log: Log;
}

export interface TranslatedCount {
  translated: number;
  failed: number;
}

const atATime = 20;
/** So many failures in a row are the model's, not the texts'. */
const failuresInARow = 3;

export const createUseCaseTranslation = ({ store, model, log }: Options) => ({
  /**
   * Translates what is pending, one text after another; a text that fails does not hold up the others. Without a model
   * nothing happens: everything stays pending.
   */
  async translatePending(signal: AbortSignal): Promise<TranslatedCount> {
    const count: TranslatedCount = { translated: 0, failed: 0 };
    if (!model) return count;
    let inARow = 0;
    let afterId = 0;
    let batch: UseCase[];
    do {
      batch = await store.pending(afterId, atATime);
      for (const useCase of batch) {
        signal.throwIfAborted();
        afterId = useCase.id;
        const texts = descriptionsOf(useCase);
        const from =
          texts[useCase.originalLanguage] === null
            ? otherLanguage(useCase.originalLanguage)
            : useCase.originalLanguage;
        const original = texts[from] ?? '';
        try {
          const translated = await model.translate(original, from, otherLanguage(from));
          if (await store.fill(useCase.id, from, original, translated)) count.translated += 1;
          inARow = 0;
        } catch (error) {
          count.failed += 1;
          inARow += 1;
          log.warn({ err: error, useCaseId: useCase.id }, 'A use case could not be translated');
          if (inARow === failuresInARow) return count;
        }
      }
    } while (batch.length === atATime);
    return count;
  },
});

export type UseCaseTranslation = ReturnType<typeof createUseCaseTranslation>;
