// A tag may be called in both languages as it is written: then nobody is asked for its names again.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Whether an admin has said the names in both languages, though they be the tag itself.
    alter table tags add column is_named boolean not null default false;
  `);

export const down = (db: Knex) => db.raw('alter table tags drop column is_named');
