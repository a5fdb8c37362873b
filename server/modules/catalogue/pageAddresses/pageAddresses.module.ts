// The check of addresses, composed.
import type { Knex } from 'knex';
import type { Items } from '../items/items.service.ts';
import { addressesQueries } from './pageAddresses.queries.ts';
import type { FindPage } from '../items/addressSearch.ts';
import { addressOf, mayBeName } from '../items/pastedAddress.ts';
import type { FindService } from './pageAddresses.ts';
import { createAddresses, createSites } from './pageAddresses.service.ts';
export { getHost, normaliseAddress } from './normaliseAddress.ts';
export type { FindService } from './pageAddresses.ts';
export { writtenAddress } from './writtenAddress.ts';

interface Options {
  db: Knex;
  catalogue: Pick<Items, 'surelyFoundItems'>;
}

/**
 * The pages to which texts lead that are addresses, for the search. A bare host may be a name as well: it leads only to a page that is known, and near
 * that is what its words find.
 */
export function pagesOn(db: Knex): FindPage {
  const siteAt = createSites(addressesQueries(db));
  return async (viewer, text) => {
    const address = addressOf(text);
    if (address === null) return null;
    const page = await siteAt(viewer, address);
    if (!mayBeName(text)) return page;
    return page.knownId === null ? null : { ...page, nearIds: null };
  };
}

/** The service of an address for other modules, which tell alike what is in the catalogue. */
export const serviceAtOn = (db: Knex): FindService => addressesQueries(db).serviceAt;

export const createPageAddressesModule = ({ db, catalogue }: Options) =>
  createAddresses({ search: addressesQueries(db), catalogue });
