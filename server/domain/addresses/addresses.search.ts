// SQL that finds the services of one site, with all their addresses.
import type { Knex } from 'knex';
import type { Viewer } from '../accounts/accounts.ts';
import { visibleItems } from '../knowledge/knowledge.rows.ts';
import { limits } from '../../limits.ts';
import type { SiteAddress } from './addresses.ts';

/** As `address_site` (migration 0061) writes it: labels from the last, so that a site is one stretch of the index. */
const stretchOf = (site: string): [string, string] => {
  const turned = [...site].toReversed().join('');
  return [`${turned}.`, `${turned}/`];
};

export const addressesSearch = (db: Knex) => ({
  /** Addresses of the services of a site that the viewer sees; those of merged ones lead to what they were merged into. */
  async ofSite(viewer: Viewer, site: string, exact: string): Promise<SiteAddress[]> {
    const [from, to] = stretchOf(site);
    const named = db('items as named')
      .leftJoin('link_checks', (join) =>
        join
          .on('link_checks.item_id', 'named.id')
          .andOn('link_checks.url', 'named.source_url')
          .andOnVal('link_checks.state', 'ok'),
      )
      .whereRaw('(named.removed_at is null or named.merged_into is not null)')
      .whereRaw(
        `named.id in (
           select id from items
           where address_site(normalised_url) collate "C" >= :from and address_site(normalised_url) collate "C" < :to
           union all
           select item_id from link_checks where moved_to is not null
             and address_site(moved_to) collate "C" >= :from and address_site(moved_to) collate "C" < :to)`,
        { from, to },
      )
      .select(
        db.raw(
          'case when named.merged_into is null then named.id else item_now(named.id) end as now',
        ),
        'named.normalised_url',
        'link_checks.moved_to',
      );
    const rows: {
      id: number;
      normalised_url: string;
      moved_to: string | null;
      likes_count: number;
    }[] = await visibleItems(db, viewer)
      .join(named.as('named'), 'named.now', 'items.id')
      .orderByRaw('named.normalised_url = ? desc, items.likes_count desc, items.id', [exact])
      .limit(limits.catalogue.addressesOfSite)
      .select('items.id', 'items.likes_count', 'named.normalised_url', 'named.moved_to');
    return rows.map((row) => ({
      id: row.id,
      normalisedUrl: row.normalised_url,
      movedTo: row.moved_to,
      likesCount: row.likes_count,
    }));
  },
});

export type AddressesSearch = ReturnType<typeof addressesSearch>;
