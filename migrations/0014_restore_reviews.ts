// Review of a restored backup.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table restore_reviews (
      id integer generated always as identity constraint restore_reviews_pk primary key,
      kind text not null constraint restore_reviews_kind_ck
        check (kind in ('domain', 'person', 'invitation', 'telegram', 'token', 'feed', 'webhook')),
      -- Key of the reviewed row.
      subject text not null,
      -- The row in the backup, which a confirmation restores.
      held jsonb not null,
      created_at timestamptz not null,
      constraint restore_reviews_subject_uq unique (kind, subject)
    );
  `);
