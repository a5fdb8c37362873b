// The search of the catalogue on a database, as in a separate process.
import type { Knex } from 'knex';
import { findPageOn } from '../modules/catalogue/pageAddresses/pageAddresses.module.ts';
import { allowedItemsOn } from '../modules/access/dataRules/dataRules.module.ts';
import { stagedItemsOn } from '../modules/access/stages/stages.module.ts';
import type { FindPage } from '../modules/catalogue/items/addressSearch.ts';
import { createItemCards, type ItemCards } from '../modules/catalogue/items/itemCards.queries.ts';
import { ItemsQueries } from '../modules/catalogue/items/items.queries.ts';
import {
  withSearchDefaults,
  type Search,
  type SearchInput,
} from '../modules/catalogue/items/items.ts';
import { searchDocumentsQueries } from '../modules/search/searchDocuments.queries.ts';
import { noSimilarItems } from '../modules/search/search.module.ts';
import { createSearchIndex, type SearchIndex } from '../modules/search/searchIndex.ts';
import { systemClock, type Clock } from '../shared/clock.ts';
import { createLog } from '../shared/log.ts';

const cardsOn = (db: Knex): ItemCards =>
  createItemCards({ db, topExperts: async () => [], max: 100 });

export const indexOn = (db: Knex): SearchIndex =>
  createSearchIndex({ facts: searchDocumentsQueries(db), log: createLog({ level: 'silent' }) });

/** A search with the defaults of the page and the input of a test. */
export const ask = (given: Partial<SearchInput>): Search =>
  withSearchDefaults({
    page: 0,
    perPage: 12,
    sortBy: 'likes',
    verified: false,
    exact: false,
    tags: [],
    ...given,
  });

/** Dependencies that a test replaces. */
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
    findPage = findPageOn(db),
  }: Brought = {},
) {
  return new ItemsQueries({
    db,
    clock,
    cards,
    allowedItems: allowedItemsOn(db),
    stagedItems: stagedItemsOn(db),
    findPage,
    index,
    similarItems: noSimilarItems,
  });
}
