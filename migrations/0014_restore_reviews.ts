// Review of a restored backup.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table restore_reviews (
      id integer generated always as identity constraint restore_reviews_pk primary key,
      kind text not null constraint restore_reviews_kind_ck
        check (kind in ('domain', 'person', 'invitation', 'telegram', 'token', 'feed', 'webhook')),
      -- The key of the row that it is about.
      subject text not null,
      -- The row as the backup had it: confirming it puts it back.
      held jsonb not null,
      created_at timestamptz not null,
      constraint restore_reviews_subject_uq unique (kind, subject)
    );
  `);
