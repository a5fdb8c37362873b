// Services that were added here: their bookmark is wanted until the bookmarks service has one.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table items
      add column bookmark_wanted boolean not null default false,
      -- Until when somebody is making it.
      add column bookmark_writing_until timestamptz;
    create index items_bookmark_wanted_ix on items (normalised_url) where bookmark_wanted and bookmark_id is null;
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop index items_bookmark_wanted_ix;
    alter table items drop column bookmark_wanted, drop column bookmark_writing_until;
  `);
