// Fills in the missing half of items, once a language model is configured and answers.
import type { Log } from '../../shared/log.ts';
import type { HalfItem, ItemTranslationsStore } from './itemTranslations.store.ts';
import type { ItemTexts, ItemTranslator } from './itemTranslator.ts';
import type { Language } from './knowledge.ts';

interface Options {
  store: ItemTranslationsStore;
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
  log: Log;
}

const atATime = 20;
/** So many failures in a row are the model's, not the texts'. */
const failuresInARow = 3;

/** What stands in one language and is open in the other. */
const openFrom = ({ texts }: HalfItem, from: Language, to: Language): ItemTexts => ({
  title: texts[to].title === null ? texts[from].title : null,
  description: texts[to].description === null ? texts[from].description : null,
});

export const createItemTranslations = ({ store, translator, log }: Options) => {
  const translateItem = async (item: HalfItem, model: ItemTranslator): Promise<boolean> => {
    let isFilled = false;
    for (const [from, to] of [
      ['ru', 'en'],
      ['en', 'ru'],
    ] as const) {
      const originals = openFrom(item, from, to);
      if (originals.title === null && originals.description === null) continue;
      const texts = await model.translateItem(originals, from, to);
      isFilled = (await store.fill(item.id, from, originals, to, texts)) || isFilled;
    }
    return isFilled;
  };

  return {
    /** Translates every open half; an item that fails does not hold up the others. Without a model nothing happens. */
    async translatePending(signal: AbortSignal): Promise<{ translated: number; failed: number }> {
      const count = { translated: 0, failed: 0 };
      if (!translator) return count;
      let inARow = 0;
      let afterId = 0;
      let batch: HalfItem[];
      do {
        batch = await store.pending(afterId, atATime);
        for (const item of batch) {
          signal.throwIfAborted();
          afterId = item.id;
          try {
            if (await translateItem(item, translator)) count.translated += 1;
            inARow = 0;
          } catch (error) {
            count.failed += 1;
            inARow += 1;
            log.warn({ err: error, itemId: item.id }, 'An item could not be translated');
            if (inARow === failuresInARow) return count;
          }
        }
      } while (batch.length === atATime);
      return count;
    },
  };
};

export type ItemTranslations = ReturnType<typeof createItemTranslations>;
