// The image proxy asks whether the catalogue knows an address.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create index items_image_url_ix on items using hash (image_url) where image_url is not null;
    create index users_avatar_url_ix on users using hash (avatar_url) where avatar_url is not null;
  `);

export const down = (db: Knex) => db.raw('drop index items_image_url_ix, users_avatar_url_ix');
