// What this room needs of a language model: the missing half of an item.
import type { Language } from './knowledge.ts';

/** Texts of an item in one language; null where there is none. */
export interface ItemTexts {
  title: string | null;
  description: string | null;
}

export interface ItemTranslator {
  /**
   * The same texts in the other language; names of products stay as they are.
   * @throws DomainError UNAVAILABLE when the model does not answer as it must.
   */
  translateItem(texts: ItemTexts, from: Language, to: Language): Promise<ItemTexts>;
}
