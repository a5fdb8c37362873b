// Fills in the missing description of items, once a language model is configured and answers; and renews what it has
// translated when the original has changed. What a person wrote is never touched, and a name is a name: no title is translated.
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { translateAll } from '../translations/round.ts';
import { nextRoundAt, type Round, type Tries } from '../translations/tries.ts';
import type { ItemTranslationsStore, OpenItem } from './itemTranslations.store.ts';
import type { ItemTranslator } from './itemTranslator.ts';
import type { Language } from './knowledge.ts';

interface Options {
  store: ItemTranslationsStore;
  tries: Tries;
  /** A failure of the database as a refusal; any other error unchanged. */
  asRefusal: (error: unknown) => unknown;
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
  clock: Clock;
  log: Log;
}

/** What a person wrote in one language, and is open or outdated in the other. */
const openFrom = ({ texts }: OpenItem, from: Language, to: Language): string | null => {
  const [original, translation] = [texts[from], texts[to]];
  const isOpen = translation.text === null || (translation.isMachine && !translation.isCurrent);
  return isOpen && !original.isMachine ? original.text : null;
};

export const createItemTranslations = ({
  store,
  tries,
  asRefusal,
  translator,
  clock,
  log,
}: Options) => {
  const translateItem = async (item: OpenItem, model: ItemTranslator): Promise<boolean> => {
    let isFilled = false;
    for (const [from, to] of [
      ['ru', 'en'],
      ['en', 'ru'],
    ] as const) {
      if (item.texts[from].isMachine && item.texts[to].text === null)
        await store.clearDescription(item, from);
      const original = openFrom(item, from, to);
      if (original === null) continue;
      const text = await model.translateDescription(original, item.name, from, to);
      isFilled = (await store.fill(item, from, original, to, text)) || isFilled;
    }
    return isFilled;
  };

  return {
    /**
     * Translates every open half that is due and renews what is outdated; an item that fails waits on its own. Without a model
     * nothing happens.
     */
    translatePending: async (signal: AbortSignal): Promise<Round> =>
      translator
        ? translateAll({
            pending: (afterId, limit, now) => store.pending(afterId, limit, now),
            translate: (item) => translateItem(item, translator),
            tries,
            asRefusal,
            clock,
            log,
            signal,
          })
        : { translated: 0, failed: 0, isAway: false },

    /** When the next item that failed and is still open is to be tried; null when none waits, or without a model. */
    nextTryAt: async (): Promise<Date | null> =>
      translator ? nextRoundAt(await store.firstTry(), clock()) : null,
  };
};
