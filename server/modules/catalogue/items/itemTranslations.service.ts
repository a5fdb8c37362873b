// Jobs in which the language model translates descriptions of items and writes their tasks; texts, titles and tasks of people are never changed.
import { limits } from '../../../config/limits.ts';
import { createTranslationRounds, type RoundOptions } from '../translations/translationRound.ts';
import type { ItemTranslationsStore, UntranslatedItem } from './itemTranslations.store.ts';
import type { Language } from '../../../shared/language.ts';
import type { ItemTranslator } from './items.ts';
import type { TaskWriter } from './itemTasks.ts';
import type { ItemWithoutTasks, TaskWritingStore } from './itemTasks.store.ts';

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

interface TaskWritingOptions extends RoundOptions {
  store: TaskWritingStore;
  /** Null when no language model is configured. */
  writer: TaskWriter | null;
}

export const createTaskWriting = ({ store, writer, ...options }: TaskWritingOptions) => {
  const write = async (item: ItemWithoutTasks, model: TaskWriter): Promise<boolean> => {
    if (!item.descriptionRu && !item.descriptionEn) {
      await store.clear(item);
      return false;
    }
    const { ru, en } = await model.writeItemTasks(item);
    const isFilled = await store.fill(item, 'ru', ru);
    return (await store.fill(item, 'en', en)) || isFilled;
  };
  const rounds = createTranslationRounds({
    ...options,
    store,
    model: writer,
    translate: write,
    most: limits.writtenTasks.itemsPerRun,
  });
  return { writePending: rounds.translatePending, nextTryAt: rounds.nextTryAt };
};
