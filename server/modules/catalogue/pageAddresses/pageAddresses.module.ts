// The check of addresses, composed.
import type { Knex } from 'knex';
import type { ItemsService } from '../items/items.service.ts';
import { pageAddressesQueries } from './pageAddresses.queries.ts';
import type { FindPage } from '../items/addressSearch.ts';
import { parseAddress, mayBeName } from '../items/pastedAddress.ts';
import type { FindItemByAddress } from './pageAddresses.ts';
import { createAddressCheck, addressFinder } from './pageAddresses.service.ts';
export { getHost, normaliseAddress } from './normaliseAddress.ts';
export { type FindItemByAddress, addressField } from './pageAddresses.ts';

interface Options {
  db: Knex;
  catalogue: Pick<ItemsService, 'findSureMatches'>;
}

/**
 * The pages to which texts lead that are addresses, for the search. A bare host may be a name as well: it leads only to a page that is known, and near
 * that is what its words find.
 */
export function findPageOn(db: Knex): FindPage {
  const siteAt = addressFinder(pageAddressesQueries(db));
  return async (viewer, text) => {
    const address = parseAddress(text);
    if (address === null) return null;
    const page = await siteAt(viewer, address);
    if (!mayBeName(text)) return page;
    return page.knownId === null ? null : { ...page, nearIds: null };
  };
}

/** The service of an address for other modules, which tell alike what is in the catalogue. */
export const findItemByAddressOn = (db: Knex): FindItemByAddress =>
  pageAddressesQueries(db).findItem;

export const createPageAddressesModule = ({ db, catalogue }: Options) =>
  createAddressCheck({ search: pageAddressesQueries(db), catalogue });
