// Page addresses module: finds items by address.
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
 * Finds items by the address in a search text. A bare host may be a name, so it matches only known pages, and a search
 * for its words finds the nearby items.
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

/** Finds the item of an address, for other modules. */
export const findItemByAddressOn = (db: Knex): FindItemByAddress =>
  pageAddressesQueries(db).findItem;

export const createPageAddressesModule = ({ db, catalogue }: Options) =>
  createAddressCheck({ search: pageAddressesQueries(db), catalogue });
