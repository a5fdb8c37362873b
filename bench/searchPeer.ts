// The peer that the search is compared with: MiniSearch over the same texts, with prefixes and a typing error in five letters.
import MiniSearch from 'minisearch';
import type { JudgedItem } from './searchCatalogue.ts';
import { pageLength, type Engine } from './searchScores.ts';

const fields = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn', 'tagNames'] as const;

/** Indexes the items. */
export function miniSearch(items: readonly JudgedItem[]): Engine {
  const index = new MiniSearch<JudgedItem>({
    fields: [...fields],
    processTerm: (term) => term.toLowerCase().replaceAll('ё', 'е'),
    searchOptions: {
      prefix: true,
      fuzzy: 0.2,
      boost: { titleRu: 3, titleEn: 3, tagNames: 2 },
    },
  });
  index.addAll([...items]);
  return async (query) =>
    index
      .search(query)
      .slice(0, pageLength)
      .map((found) => Number(found.id));
}
