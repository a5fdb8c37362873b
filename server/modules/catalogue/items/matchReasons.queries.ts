// Why items were found: what is marked in their texts, and by which tag, concept, task or case they answer.
import { createYieldingScheduler } from '../../../shared/yieldingScheduler.ts';
import {
  rangesIn,
  reasonsOf,
  type TermWorth,
  type CustomVocabulary,
  type Thesaurus,
  type SearchIndex,
} from '../../search/search.module.ts';
import type { ItemMatch, ItemReasons, KnowledgeItem } from './items.ts';
import type { Language } from '../../../shared/language.ts';

/** What a search has to say of what it found, in the words of a language. */
interface Said {
  marked: TermWorth;
  nearby: TermWorth;
  thesaurus: Thesaurus;
  customVocabulary: CustomVocabulary;
  language: Language;
  /** The page that was found has just seen that nothing has changed since. */
  isSeen: boolean;
}

export type ReasonsReader = (items: readonly KnowledgeItem[], said: Said) => Promise<ItemReasons[]>;

/** Where the words of a search stand in the texts of items. */
export const matchesOf = (
  items: readonly KnowledgeItem[],
  marked: TermWorth,
  thesaurus: Thesaurus,
): ItemMatch[] =>
  items.map((item) => ({
    itemId: item.id,
    titleRu: rangesIn(item.titleRu, marked, thesaurus),
    titleEn: rangesIn(item.titleEn, marked, thesaurus),
    descriptionRu: rangesIn(item.descriptionRu, marked, thesaurus),
    descriptionEn: rangesIn(item.descriptionEn, marked, thesaurus),
  }));

/** Reads what items were found by. Cases are those of the page's moment or later: one that was deleted before is never quoted. */
export const reasonsReader =
  (index: Pick<SearchIndex, 'read'>): ReasonsReader =>
  async (items, said) => {
    if (items.length === 0 || said.marked.size + said.nearby.size === 0) return [];
    const documents = await index.read(
      items.map(({ id }) => id),
      said.isSeen,
    );
    const byId = new Map(documents.map((document) => [document.id, document]));
    const turns = createYieldingScheduler('longest');
    const all: ItemReasons[] = [];
    for (const { id } of items) {
      const document = byId.get(id);
      if (!document) continue;
      const { case: quote, ...reasons } = reasonsOf(document, said);
      const written = quote && document.cases[quote.place];
      all.push({
        ...reasons,
        itemId: id,
        useCase:
          quote && written
            ? { id: written.id, userId: written.userId, text: quote.text, ranges: quote.ranges }
            : null,
      });
      await turns.next();
    }
    return all;
  };

/** The same reasons, told once in each language however often they are asked for. */
export function toldOnce(
  read: (language: Language) => Promise<ItemReasons[]>,
): (language: Language) => Promise<ItemReasons[]> {
  const told = new Map<Language, Promise<ItemReasons[]>>();
  return (language) => {
    const before = told.get(language) ?? read(language);
    told.set(language, before);
    return before;
  };
}
