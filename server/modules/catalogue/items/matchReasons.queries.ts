// Reasons of search results: highlighted words, and the tag, concept, task or use case that matched.
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

/** The search that found the items, and the language of the reasons. */
interface ReasonContext {
  marked: TermWorth;
  nearby: TermWorth;
  /** Items found by similar meaning. */
  similar: readonly { id: number }[];
  thesaurus: Thesaurus;
  customVocabulary: CustomVocabulary;
  language: Language;
  /** True when the page has just confirmed that the index is current. */
  isCurrent: boolean;
}

/** Ranges of the searched words in the titles and descriptions of items. */
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

const isExplained = ({ tags, concepts, task }: Pick<ItemReasons, 'tags' | 'concepts' | 'task'>) =>
  tags.length + concepts.length > 0 || task !== null;

/** Reads the match reasons of items. A use case that was deleted before the page was read is never quoted. */
export async function readReasons(
  index: Pick<SearchIndex, 'read'>,
  items: readonly KnowledgeItem[],
  context: ReasonContext,
): Promise<ItemReasons[]> {
  const similarIds = new Set(context.similar.map(({ id }) => id));
  const hasReasons = context.marked.size + context.nearby.size + similarIds.size > 0;
  if (items.length === 0 || !hasReasons) return [];
  const documents = await index.read(
    items.map(({ id }) => id),
    context.isCurrent,
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const scheduler = createYieldingScheduler('longest');
  const all: ItemReasons[] = [];
  for (const { id } of items) {
    const document = byId.get(id);
    if (!document) continue;
    const { case: quote, ...reasons } = reasonsOf(document, context);
    const useCase = quote && document.cases[quote.place];
    all.push({
      ...reasons,
      itemId: id,
      isSimilarInMeaning: similarIds.has(id) && !isExplained(reasons) && !quote,
      useCase:
        quote && useCase
          ? { id: useCase.id, userId: useCase.userId, text: quote.text, ranges: quote.ranges }
          : null,
    });
    await scheduler.next();
  }
  return all;
}

/** Caches the reasons of a page by language. */
export function reasonsByLanguage(
  read: (language: Language) => Promise<ItemReasons[]>,
): (language: Language) => Promise<ItemReasons[]> {
  const cache = new Map<Language, Promise<ItemReasons[]>>();
  return (language) => {
    const reasons = cache.get(language) ?? read(language);
    cache.set(language, reasons);
    return reasons;
  };
}
