// What this room needs of a language model: the missing description of an item. Names are never translated.
import type { Language } from '../../../shared/language.ts';

export interface ItemTranslator {
  /**
   * A description in the other language; names of products stay as they are. `name` is the item's own name, for the sense.
   * @throws DomainError UNAVAILABLE when the model does not answer as it must.
   */
  translateDescription(
    description: string,
    name: string,
    from: Language,
    to: Language,
  ): Promise<string>;
}
