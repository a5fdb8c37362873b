// The peer that the search is compared with: MiniSearch over the same texts, with prefixes and a typing error in five letters.
import MiniSearch from 'minisearch';
import type { SearchDocument } from '../server/domain/search/engine/document.ts';
import { pageLength, type Engine } from './searchScores.ts';

const fieldsOf = ({ id, title, description, tags, tasks, cases }: SearchDocument) => ({
  id,
  title: [title.ru, title.en].join(' '),
  description: [description.ru, description.en].join(' '),
  tags: tags.map(({ name, ru, en }) => [name, ru, en].join(' ')).join(' '),
  tasks: [...tasks.ru, ...tasks.en].join(' '),
  cases: cases.map(({ ru, en }) => [ru, en].join(' ')).join(' '),
});

/** Indexes the items. */
export function miniSearch(documents: readonly SearchDocument[]): Engine {
  const index = new MiniSearch({
    fields: ['title', 'description', 'tags', 'tasks', 'cases'],
    processTerm: (term) => term.toLowerCase().replaceAll('ё', 'е'),
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 3, tags: 2, tasks: 2 } },
  });
  index.addAll(documents.map(fieldsOf));
  return (query) => ({
    ids: index
      .search(query)
      .slice(0, pageLength)
      .map((found) => Number(found.id)),
    isSure: true,
    explained: null,
  });
}
