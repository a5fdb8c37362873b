// Sessions that people can tell apart and end one by one; and when a backup was put back.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table sessions
      add column id integer generated always as identity constraint sessions_id_uq unique,
      add column user_agent text;

    -- A restored database has forgotten which logins were used since its backup: none from before counts.
    create table restores (at timestamptz constraint restores_pk primary key);
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table restores;
    alter table sessions drop column user_agent, drop column id;
  `);
