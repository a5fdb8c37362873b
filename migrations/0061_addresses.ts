// The services of one site by their addresses, and where an address led when its link was last looked at.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- The host of an address backwards, with a dot behind it: a site and what stands under it are one stretch of an index.
    create function address_site(address text) returns text language sql immutable strict parallel safe as $$
      select reverse(regexp_replace(
        regexp_replace(lower(address), '^(https{0,1}://){0,1}(www[.]){0,1}', ''), '[^a-z0-9._-].*$', '')) || '.'
    $$;
    create index items_site_ix on items (address_site(normalised_url) collate "C");

    alter table link_checks add column moved_to text;
    create index link_checks_site_ix on link_checks (address_site(moved_to) collate "C") where moved_to is not null;
  `);

export const down = (db: Knex) =>
  db.raw(`
    alter table link_checks drop column moved_to;
    drop index items_site_ix;
    drop function address_site;
  `);
