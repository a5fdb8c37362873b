// Asks an index of the search that stands by itself, without the rooms around it.
import type { SearchIndex } from '../domain/search/searchIndex.ts';
import { createLog } from '../shared/log.ts';

export const log = createLog({ level: 'silent' });
export const text = (search: string) => ({
  text: search,
  tags: [],
  approvedBy: null,
  seesHidden: false,
  isExact: false,
});
export const window = { page: 0, perPage: 12, sort: 'likes desc' as const };
export const totalOf = (index: SearchIndex, search: string) =>
  index.answerAlone((engine) => engine.search(text(search), window).total);
