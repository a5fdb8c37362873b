// Address check: the item of a page address, or items near it.
import { limits } from '../../../config/limits.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireMember, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AddressMatches } from '../items/addressSearch.ts';
import type { ItemsService } from '../items/items.service.ts';
import { guessLanguage } from '../items/items.ts';
import {
  addressCheckInput,
  hasSimilarName,
  searchNamesFor,
  sortByNearness,
  type AddressCheck,
  type AddressCheckInput,
} from './pageAddresses.ts';
import type { PageAddressesQueries } from './pageAddresses.queries.ts';

interface Options {
  search: PageAddressesQueries;
  catalogue: Pick<ItemsService, 'findSureMatches'>;
}

/** Finds the item of an address, and other items of its site. */
export const addressFinder =
  (search: PageAddressesQueries) =>
  async (viewer: Viewer, address: string): Promise<AddressMatches> => {
    const [knownId, around] = await Promise.all([
      search.findItem(viewer, address),
      search.findNeighbours(viewer, address),
    ]);
    return { knownId, nearIds: sortByNearness(address, around).filter((id) => id !== knownId) };
  };

export const createAddressCheck = ({ search, catalogue }: Options) => {
  const siteAt = addressFinder(search);
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
