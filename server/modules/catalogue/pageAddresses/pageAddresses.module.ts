// Page addresses module: finds items by address, and checks an address against the items that a viewer can see.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireMember, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  type AddressMatches,
  type FindPage,
  mayBeName,
  parseAddress,
} from '../items/addressSearch.ts';
import type { ItemsService } from '../items/items.service.ts';
import { guessLanguage } from '../items/items.ts';
import { type PageAddressesQueries, pageAddressesQueries } from './pageAddresses.queries.ts';
import {
  type AddressCheck,
  addressCheckInput,
  type AddressCheckInput,
  type FindItemByAddress,
  hasSimilarName,
  searchNamesFor,
  sortByNearness,
} from './pageAddresses.ts';
export { getHost, normaliseAddress } from './normaliseAddress.ts';
export { type FindItemByAddress, addressField } from './pageAddresses.ts';

/** Finds the item of an address, and other items of its site. */
const addressFinder =
  (search: PageAddressesQueries) =>
  async (viewer: Viewer, address: string): Promise<AddressMatches> => {
    const [knownId, around] = await Promise.all([
      search.findItem(viewer, address),
      search.findNeighbours(viewer, address),
    ]);
    return { knownId, nearIds: sortByNearness(address, around).filter((id) => id !== knownId) };
  };

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

export const createPageAddressesModule = ({ db, catalogue }: Options) => {
  const siteAt = addressFinder(pageAddressesQueries(db));
  const nearByName = async (viewer: Viewer, names: readonly string[]): Promise<number[]> => {
    const found = await Promise.all(
      names.map(async (name) => {
        const most = limits.lists.nearAddress;
        const items = await catalogue.findSureMatches(viewer, name, guessLanguage(name), most);
        return items.filter(({ titleRu, titleEn }) => hasSimilarName([titleRu, titleEn], name));
      }),
    );
    return found.flat().map(({ id }) => id);
  };

  return {
    /**
     * Checks an address against the items that the viewer can see; an item is known only by the address of its own
     * page.
     * Makes no requests and counts nothing. @throws DomainError INVALID
     */
    async check(viewer: Viewer, given: AddressCheckInput): Promise<AddressCheck> {
      requireMember(viewer);
      const { address, title } = parseInput(addressCheckInput, given);
      const { knownId, nearIds: onSite } = await siteAt(viewer, address);
      const called =
        knownId === null && onSite.length < limits.lists.nearAddress
          ? await nearByName(viewer, searchNamesFor(address, title))
          : [];
      const near = [...new Set([...onSite, ...called])];
      const match = knownId !== null ? 'page' : onSite.length > 0 ? 'site' : 'none';
      return { address, match, knownId, nearIds: near.slice(0, limits.lists.nearAddress) };
    },
  };
};
