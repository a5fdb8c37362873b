// Task writing: adds and refreshes tasks of items by the language model; never changes tasks written by admins.
import { limits } from '../../../config/limits.ts';
import { createTranslationRounds, type RoundOptions } from '../translations/translationRound.ts';
import type { TaskWriter } from './itemTasks.ts';
import type { ItemWithoutTasks, TaskWritingStore } from './itemTasks.store.ts';

interface Options extends RoundOptions {
  store: TaskWritingStore;
  /** Null when no language model is configured. */
  writer: TaskWriter | null;
}

export const createTaskWriting = ({ store, writer, ...options }: Options) => {
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
