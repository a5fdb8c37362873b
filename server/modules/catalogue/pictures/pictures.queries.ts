// SQL that checks whether an address is a known picture of the catalogue.
import type { Knex } from 'knex';
import { isAdmin } from '../../people/accounts/accounts.module.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import type { KnownPictures } from './pictures.ts';

/** Both values of an open picture inconsistency; no item has the new one yet. */
const openDifference = `select 1 from inconsistencies where status = 'new' and type = 'image_url_changed'
  and to_jsonb(?::text) in (old_value, new_value)`;

export const picturesQueries = (db: Knex): KnownPictures => ({
  async isKnown(viewer, url) {
    const seesDesk = isAdmin(viewer);
    const { rows } = await db.raw<{ rows: { known: boolean }[] }>(
      `select exists (?) or exists (?) or exists (select from users where avatar_url = ?)
         ${seesDesk ? `or exists (${openDifference})` : ''} as known`,
      [
        visibleItems(db, viewer).where('items.image_url', url).select(db.raw('1')),
        visibleItems(db, viewer)
          .whereNull('items.image_url')
          .where('items.site_image_url', url)
          .select(db.raw('1')),
        url,
        ...(seesDesk ? [url] : []),
      ],
    );
    return rows[0]?.known ?? false;
  },
});
