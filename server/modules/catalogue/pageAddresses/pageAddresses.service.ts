// "Is this page in the catalogue?": the service of an address, or what comes near.
import { limits } from '../../../config/limits.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireMember, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AddressMatches } from '../items/addressSearch.ts';
import type { Items } from '../items/items.service.ts';
import { guessLanguage } from '../items/items.ts';
import {
  checkedInput,
  isCalled,
  namesOf,
  nearOnSite,
  type CheckedAddress,
  type CheckedInput,
} from './pageAddresses.ts';
import type { AddressesQueries } from './pageAddresses.queries.ts';

interface Options {
  search: AddressesQueries;
  catalogue: Pick<Items, 'surelyFoundItems'>;
}

/** What is known of an address and its site: a service only where the address is that of its page. */
export const createSites =
  (search: AddressesQueries) =>
  async (viewer: Viewer, address: string): Promise<AddressMatches> => {
    const [knownId, around] = await Promise.all([
      search.serviceAt(viewer, address),
      search.around(viewer, address),
    ]);
    return { knownId, nearIds: nearOnSite(address, around).filter((id) => id !== knownId) };
  };

export const createAddresses = ({ search, catalogue }: Options) => {
  const siteAt = createSites(search);
  const nearByName = async (viewer: Viewer, names: readonly string[]): Promise<number[]> => {
    const found = await Promise.all(
      names.map(async (name) => {
        const most = limits.lists.nearAddress;
        const items = await catalogue.surelyFoundItems(viewer, name, guessLanguage(name), most);
        return items.filter(({ titleRu, titleEn }) => isCalled([titleRu, titleEn], name));
      }),
    );
    return found.flat().map(({ id }) => id);
  };

  return {
    /**
     * What is known of an address, of what the viewer sees; a service is known only where the address is that of its page.
     * Nothing is read outside, nothing is counted. @throws DomainError INVALID
     */
    async check(viewer: Viewer, given: CheckedInput): Promise<CheckedAddress> {
      requireMember(viewer);
      const { address, title } = parseInput(checkedInput, given);
      const { knownId, nearIds: onSite } = await siteAt(viewer, address);
      const called =
        knownId === null && onSite.length < limits.lists.nearAddress
          ? await nearByName(viewer, namesOf(address, title))
          : [];
      const near = [...new Set([...onSite, ...called])];
      const match = knownId !== null ? 'page' : onSite.length > 0 ? 'site' : 'none';
      return { address, match, knownId, nearIds: near.slice(0, limits.lists.nearAddress) };
    },
  };
};
