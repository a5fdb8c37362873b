// Which job workers live: each says so every few seconds, and the jobs of those that fell silent are released.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create unlogged table job_workers (
      worker_id text constraint job_workers_pk primary key,
      seen_at timestamptz not null
    )
  `);

export const down = (db: Knex) => db.raw('drop table job_workers');
