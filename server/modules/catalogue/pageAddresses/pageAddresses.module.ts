// Page addresses module: finds items by address, and checks an address against the items that a viewer can see.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireMember, type Viewer } from '../../people/accounts/accounts.module.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import {
  type AddressMatches,
  type FindPage,
  mayBeName,
  parseAddress,
} from '../items/addressSearch.ts';
import type { ItemsService } from '../items/items.service.ts';
import { guessLanguage } from '../items/items.ts';
import {
  type AddressCheck,
  addressCheckInput,
  type AddressCheckInput,
  type FindItemByAddress,
  hasSimilarName,
  searchNamesFor,
  sortByNearness,
  siteOf,
  type SiteAddress,
} from './pageAddresses.ts';
import { normaliseAddress } from './normaliseAddress.ts';
export { getHost, normaliseAddress } from './normaliseAddress.ts';
export { type FindItemByAddress, addressField } from './pageAddresses.ts';

/** Range of the index for a site, whose labels are stored in reverse (SQL function `address_site`). */
const indexRange = (site: string): [string, string] => {
  const turned = [...site].toReversed().join('');
  return [`${turned}.`, `${turned}/`];
};

/** Columns of the index `items_address_place_ix`: neighbours share the host, then the start of the path. */
const site = 'address_site(normalised_url) collate "C"';
const place = 'address_place(normalised_url) collate "C"';
const asked = '(address_site(:address), address_place(:address))';

/** Addresses of present items, and of items that were merged. */
const leadsToItem = '(items.removed_at is null or items.merged_into is not null)';

const neighbours = `
  (select id, normalised_url as address from items
   where (${site}, ${place}) >= ${asked} and ${site} >= :from and ${site} < :to and ${leadsToItem}
   order by ${site}, ${place} limit :most)
  union all
  (select id, normalised_url from items
   where (${site}, ${place}) < ${asked} and ${site} >= :from and ${site} < :to and ${leadsToItem}
   order by ${site} desc, ${place} desc limit :most)
  union all
  (select items.id, moved_to from link_checks join items on items.id = item_id and items.source_url = link_checks.url
   where link_checks.state = 'ok' and moved_to is not null
     and address_site(moved_to) collate "C" >= :from and address_site(moved_to) collate "C" < :to and ${leadsToItem}
   limit :most)`;

export const pageAddressesQueries = (db: Knex) => ({
  /** The visible item of an address, or the item into which it was merged. */
  async findItem(viewer: Viewer, address: string): Promise<number | null> {
    const normalised = normaliseAddress(address);
    const named = db('items')
      .where({ normalised_url: normalised })
      .whereRaw(leadsToItem)
      .select('source_url', 'merged_into', db.raw('item_now(id) as now'));
    const rows: { id: number; source_url: string }[] = await visibleItems(db, viewer)
      .join(named.as('named'), 'named.now', 'items.id')
      .orderByRaw('named.merged_into is not null, items.likes_count desc, items.id')
      .limit(limits.lists.itemsOfAddress)
      .select('items.id', 'named.source_url');
    // A process of an earlier version may have stored an address by other rules.
    return rows.find((row) => normaliseAddress(row.source_url) === normalised)?.id ?? null;
  },

  /** Addresses of visible items on the same site, next to an address. */
  async findNeighbours(viewer: Viewer, address: string): Promise<SiteAddress[]> {
    const [from, to] = indexRange(siteOf(address));
    const rows: { id: number; address: string; likes_count: number }[] = await visibleItems(
      db,
      viewer,
    )
      .joinRaw(`join (${neighbours}) as named on item_now(named.id) = items.id`, {
        address: normaliseAddress(address),
        from,
        to,
        most: limits.catalogue.addressesAround,
      })
      .select('items.id', 'items.likes_count', 'named.address');
    return rows.map((row) => ({
      id: row.id,
      address: normaliseAddress(row.address),
      likesCount: row.likes_count,
    }));
  },
});

type PageAddressesQueries = ReturnType<typeof pageAddressesQueries>;

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
