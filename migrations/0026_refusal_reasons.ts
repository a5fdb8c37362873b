// The reason beside the stored sentence of what failed, so that a page can say it in its reader's language.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table sync_runs add column error_reason text;
    alter table inconsistencies add column error_reason text;
  `);

export const down = (db: Knex) =>
  db.raw(`
    alter table inconsistencies drop column error_reason;
    alter table sync_runs drop column error_reason;
  `);
