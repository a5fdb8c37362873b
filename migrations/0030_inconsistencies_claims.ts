// Who holds a difference while it is being decided, what was about to be written to the bookmarks service before it was
// written, and why a decision has written nothing there.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table inconsistencies
      add column claimed_by uuid,
      add column intent jsonb,
      add column not_written text
        constraint inconsistencies_not_written_ck
        check (not_written in ('setByService', 'noService', 'notInService', 'bookmarkGone'));
    create index inconsistencies_busy_ix on inconsistencies (item_id) where busy_until is not null;
  `);

export const down = (db: Knex) =>
  db.raw(`
    alter table inconsistencies drop column claimed_by, drop column intent, drop column not_written;
    drop index if exists inconsistencies_busy_ix;
  `);
