// What an agreement with the bookmarks service must remember: its source, the languages of its texts, whether the bookmark is gone.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table agreed_bookmarks
      add column source text not null default 'raindrop'
        constraint agreed_bookmarks_source_ck check (source in ('raindrop', 'file')),
      -- The language of the catalogue that each text of the bookmark stands for; null where there is none.
      add column title_language text not null default 'en'
        constraint agreed_bookmarks_title_language_ck check (title_language in ('ru', 'en')),
      add column excerpt_language text
        constraint agreed_bookmarks_excerpt_language_ck check (excerpt_language in ('ru', 'en')),
      add column note_language text
        constraint agreed_bookmarks_note_language_ck check (note_language in ('ru', 'en')),
      -- When the bookmark was proven to be gone.
      add column gone_at timestamptz,
      -- When the bookmark was last seen alive outside the collection that is read.
      add column moved_at timestamptz;
    create index agreed_bookmarks_source_ix on agreed_bookmarks (source, item_id) where gone_at is null;

    alter table inconsistencies
      -- Which field of the bookmark, where a type has several: a description is an excerpt or a note.
      add column field text not null default '',
      -- Until when somebody is writing its resolution to the bookmarks service.
      add column busy_until timestamptz;
    drop index inconsistencies_open_uq;
    create unique index inconsistencies_open_uq on inconsistencies (item_id, type, field) where status = 'new';
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop index inconsistencies_open_uq;
    alter table inconsistencies drop column field, drop column busy_until;
    create unique index inconsistencies_open_uq on inconsistencies (item_id, type) where status = 'new';
    drop index agreed_bookmarks_source_ix;
    alter table agreed_bookmarks
      drop column source, drop column title_language, drop column excerpt_language,
      drop column note_language, drop column gone_at, drop column moved_at;
  `);
