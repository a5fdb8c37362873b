// Pictures of the services' own sites, for services whose bookmark has none: where each was found stands beside the service, so
// that its card is read anew; the picture itself, made small, and when the site is looked at again stand in a table of their own.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table items add column site_image_url text;
    create index items_site_image_url_ix on items using hash (site_image_url) where site_image_url is not null;
    create table site_pictures (
      item_id integer not null constraint site_pictures_pk primary key
        constraint site_pictures_item_fk references items on delete cascade,
      -- The address that was looked at: when the service has another one, the next look is due at once.
      source_url text not null,
      -- While somebody looks: until when nobody else does.
      next_look_at timestamptz not null,
      failures integer not null default 0 constraint site_pictures_failures_ck check (failures >= 0),
      -- Where the picture was found, and what was made of it (WebP); null where the site shows none.
      found_url text,
      picture bytea,
      constraint site_pictures_found_ck check ((found_url is null) = (picture is null))
    );
    create index site_pictures_found_url_ix on site_pictures using hash (found_url) where found_url is not null;

    -- What the old site showed is not the new one's.
    create function site_picture_goes() returns trigger language plpgsql as $$
    begin
      new.site_image_url := null;
      return new;
    end $$;
    create trigger items_site_picture before update of source_url on items
      for each row when (new.source_url is distinct from old.source_url) execute function site_picture_goes();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger items_site_picture on items;
    drop function site_picture_goes;
    drop table site_pictures;
    drop index items_site_image_url_ix;
    alter table items drop column site_image_url;
  `);
