// Translation of loadouts by the language model.
import { limits } from '../../config/limits.ts';
import { languages, type Language } from '../../shared/language.ts';
import {
  createTranslationRounds,
  type RoundOptions,
} from '../catalogue/translations/translations.module.ts';
import type { LoadoutTranslationsStore, TranslatedLoadout } from './loadouts.store.ts';
import type { Texts } from './loadouts.ts';

interface Model {
  translate(text: string, from: Language, to: Language): Promise<string>;
}

interface Options extends RoundOptions {
  store: LoadoutTranslationsStore;
  /** Null when no language model is configured. */
  model: Model | null;
}

export const createLoadoutTranslation = ({ store, model, ...options }: Options) => {
  /** Adds a missing language of a text, or replaces an outdated one. */
  async function fill(texts: Texts, most: number, by: Model): Promise<Texts> {
    const filled: Texts = { ...texts, staleLanguage: null };
    for (const to of languages) {
      const from: Language = to === 'ru' ? 'en' : 'ru';
      const original = texts[from];
      if (original === null || (texts[to] !== null && texts.staleLanguage !== to)) continue;
      filled[to] = (await by.translate(original, from, to)).slice(0, most);
    }
    return filled;
  }

  const translate = async (loadout: TranslatedLoadout, by: Model): Promise<boolean> => {
    const { loadoutTitle, loadoutDescription, loadoutReason } = limits.text;
    return store.save({
      ...loadout,
      title: await fill(loadout.title, loadoutTitle, by),
      description: await fill(loadout.description, loadoutDescription, by),
      items: await Promise.all(
        loadout.items.map(async (item) => ({
          ...item,
          reason: await fill(item.reason, loadoutReason, by),
        })),
      ),
    });
  };

  return createTranslationRounds({
    ...options,
    store,
    model,
    translate,
    most: limits.translationsPerRound,
  });
};
