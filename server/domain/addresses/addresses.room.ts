// The check of addresses, composed.
import type { Knex } from 'knex';
import type { Knowledge } from '../knowledge/knowledge.service.ts';
import { addressesSearch } from './addresses.search.ts';
import type { FindPage } from '../knowledge/addressedQuery.ts';
import { addressOf, mayBeName } from './addresses.ts';
import { createAddresses, createSites } from './addresses.service.ts';

interface Options {
  db: Knex;
  catalogue: Pick<Knowledge, 'surelyFoundItems'>;
}

/** The pages to which texts lead that are addresses, for the search; a bare name of a host leads only to a page that is known. */
export function pagesOn(db: Knex): FindPage {
  const siteAt = createSites(addressesSearch(db));
  return async (viewer, text) => {
    const address = addressOf(text);
    if (address === null) return null;
    const page = await siteAt(viewer, address);
    return page.knownId === null && mayBeName(text) ? null : page;
  };
}

export const createAddressesRoom = ({ db, catalogue }: Options) =>
  createAddresses({ search: addressesSearch(db), catalogue });
