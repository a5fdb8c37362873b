// Translation of use cases by the language model.
import { limits } from '../../config/limits.ts';
import {
  createTranslationRounds,
  type RoundOptions,
} from '../catalogue/translations/translations.module.ts';
import type { UseCaseTranslationsStore } from './useCases.store.ts';
import { getDescriptions, otherLanguage, type UseCase, type UseCaseModel } from './useCases.ts';

type Model = Pick<UseCaseModel, 'translate'>;

interface Options extends RoundOptions {
  store: UseCaseTranslationsStore;
  /** Null when no language model is configured. */
  model: Model | null;
}

export const createUseCaseTranslation = ({ store, model, ...options }: Options) => {
  const translate = async (useCase: UseCase, by: Model): Promise<boolean> => {
    const texts = getDescriptions(useCase);
    const from =
      texts[useCase.originalLanguage] === null
        ? otherLanguage(useCase.originalLanguage)
        : useCase.originalLanguage;
    const original = texts[from] ?? '';
    const translated = await by.translate(original, from, otherLanguage(from));
    return store.fill(useCase.id, from, original, translated);
  };
  return createTranslationRounds({
    ...options,
    store,
    model,
    translate,
    most: limits.translationsPerRound,
  });
};
