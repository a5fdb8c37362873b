// Fills in the missing half of items, once a language model is configured and answers; and renews what it has translated
// when the original has changed. What a person wrote is never touched.
import type { Log } from '../../shared/log.ts';
import type { Field, ItemTranslationsStore, OpenItem } from './itemTranslations.store.ts';
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

/** What a person wrote in one language, and is open or outdated in the other. */
const openFrom = ({ texts }: OpenItem, from: Language, to: Language): ItemTexts => {
  const open = (field: Field): string | null => {
    const [original, translation] = [texts[from][field], texts[to][field]];
    const isOpen = translation.text === null || (translation.isMachine && !translation.isCurrent);
    return isOpen && !original.isMachine ? original.text : null;
  };
  return { title: open('title'), description: open('description') };
};

export const createItemTranslations = ({ store, translator, log }: Options) => {
  const translateItem = async (item: OpenItem, model: ItemTranslator): Promise<boolean> => {
    let isFilled = false;
    for (const [from, to] of [
      ['ru', 'en'],
      ['en', 'ru'],
    ] as const) {
      const { description } = item.texts[from];
      if (description.isMachine && item.texts[to].description.text === null)
        await store.clearDescription(item, from);
      const originals = openFrom(item, from, to);
      if (originals.title === null && originals.description === null) continue;
      const texts = await model.translateItem(originals, from, to);
      isFilled = (await store.fill(item, from, originals, to, texts)) || isFilled;
    }
    return isFilled;
  };

  return {
    /** Translates every open half and renews what is outdated; an item that fails does not hold up the others. Without a model nothing happens. */
    async translatePending(signal: AbortSignal): Promise<{ translated: number; failed: number }> {
      const count = { translated: 0, failed: 0 };
      if (!translator) return count;
      let inARow = 0;
      let afterId = 0;
      let batch: OpenItem[];
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
