// The search of the catalogue on a database, as in a process of its own.
import type { Knex } from 'knex';
import { pagesOn } from '../domain/addresses/addresses.room.ts';
import { allowedItemsOn } from '../domain/dataRules/dataRules.room.ts';
import type { FindPage } from '../domain/knowledge/addressedQuery.ts';
import { createItemCards, type ItemCards } from '../domain/knowledge/itemCards.search.ts';
import { knowledgeSearch } from '../domain/knowledge/knowledge.search.ts';
import { completeSearch, type Search, type SearchInput } from '../domain/knowledge/knowledge.ts';
import { searchFacts } from '../domain/search/searchFacts.search.ts';
import { createSearchIndex, type SearchIndex } from '../domain/search/searchIndex.ts';
import { systemClock, type Clock } from '../shared/clock.ts';
import { createLog } from '../shared/log.ts';

const cardsOn = (db: Knex): ItemCards =>
  createItemCards({ db, topExperts: async () => [], max: 100 });

export const indexOn = (db: Knex): SearchIndex =>
  createSearchIndex({ facts: searchFacts(db), log: createLog({ level: 'silent' }) });

/** A search as the page begins it, with what a test asks for. */
export const ask = (given: Partial<SearchInput>): Search =>
  completeSearch({
    page: 0,
    perPage: 12,
    sortBy: 'likes',
    verified: false,
    exact: false,
    tags: [],
    ...given,
  });

/** What a test brings of its own. */
interface Brought {
  cards?: ItemCards;
  clock?: Clock;
  index?: SearchIndex;
  findPage?: FindPage;
}

export function openSearch(
  db: Knex,
  {
    cards = cardsOn(db),
    clock = systemClock,
    index = indexOn(db),
    findPage = pagesOn(db),
  }: Brought = {},
) {
  return knowledgeSearch({
    db,
    clock,
    cards,
    allowedItems: allowedItemsOn(db),
    findPage,
    index,
  });
}
