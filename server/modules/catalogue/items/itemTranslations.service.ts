// Translation of item descriptions by the language model; texts written by people and titles are never changed.
import { limits } from '../../../config/limits.ts';
import { createTranslationRounds, type RoundOptions } from '../translations/translationRound.ts';
import type { ItemTranslationsStore, UntranslatedItem } from './itemTranslations.store.ts';
import type { Language } from '../../../shared/language.ts';
import type { ItemTranslator } from './items.ts';

interface Options extends RoundOptions {
  store: ItemTranslationsStore;
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
}

/** A person's text whose other language is missing or outdated; null if there is none. */
const textToTranslate = (
  { texts }: UntranslatedItem,
  from: Language,
  to: Language,
): string | null => {
  const [original, translation] = [texts[from], texts[to]];
  const isOpen = translation.text === null || (translation.isMachine && !translation.isCurrent);
  return isOpen && !original.isMachine ? original.text : null;
};

export const createItemTranslations = ({ store, translator, ...options }: Options) => {
  const translateItem = async (item: UntranslatedItem, model: ItemTranslator): Promise<boolean> => {
    let isFilled = false;
    for (const [from, to] of [
      ['ru', 'en'],
      ['en', 'ru'],
    ] as const) {
      if (item.texts[from].isMachine && item.texts[to].text === null)
        await store.clearDescription(item, from);
      const original = textToTranslate(item, from, to);
      if (original === null) continue;
      const text = await model.translateDescription(original, item.name, from, to);
      isFilled = (await store.fill(item, from, original, to, text)) || isFilled;
    }
    return isFilled;
  };

  return createTranslationRounds({
    ...options,
    store,
    model: translator,
    translate: translateItem,
    most: limits.translationsPerRound,
  });
};
