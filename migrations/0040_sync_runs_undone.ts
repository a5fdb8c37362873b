// An import can be undone: when that was.
import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw(`alter table sync_runs add column undone_at timestamptz`);

export const down = (db: Knex) => db.raw(`alter table sync_runs drop column undone_at`);
