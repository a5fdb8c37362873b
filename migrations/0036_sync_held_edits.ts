// What was changed in the catalogue and is not in its bookmark yet, and until when somebody is writing it there.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table agreed_bookmarks
      add column unwritten text[] not null default '{}'
        constraint agreed_bookmarks_unwritten_ck
        check (unwritten <@ array['title', 'excerpt', 'note', 'link', 'tags', 'type', 'cover']),
      add column writing_until timestamptz;
    create index agreed_bookmarks_unwritten_ix on agreed_bookmarks (item_id) where unwritten <> '{}';
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop index agreed_bookmarks_unwritten_ix;
    alter table agreed_bookmarks drop column unwritten, drop column writing_until;
  `);
