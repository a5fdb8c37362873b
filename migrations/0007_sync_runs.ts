// Runs of the synchronisation, the bookmarks they stage, the checks of links, and the record of every change.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table sync_runs (
      id integer generated always as identity constraint sync_runs_pk primary key,
      source text not null,
      state text not null default 'running'
        constraint sync_runs_state_ck check (state in ('running', 'finished', 'failed')),
      started_by text not null,
      started_by_user integer constraint sync_runs_user_fk references users on delete set null,
      started_at timestamptz not null default now(),
      heartbeat_at timestamptz not null default now(),
      finished_at timestamptz,
      expected integer,
      counts jsonb not null default '{}',
      failures jsonb not null default '[]',
      error text,
      needs_confirmation boolean not null default false
    );
    -- One run at a time, over any number of servers.
    create unique index sync_runs_running_uq on sync_runs ((true)) where state = 'running';
    create index sync_runs_user_ix on sync_runs (started_by_user);

    create table staged_bookmarks (
      run_id integer not null constraint staged_bookmarks_run_fk references sync_runs on delete cascade,
      bookmark_id bigint not null,
      bookmark jsonb not null,
      constraint staged_bookmarks_pk primary key (run_id, bookmark_id)
    );

    create table link_checks (
      item_id integer constraint link_checks_pk primary key
        constraint link_checks_item_fk references items on delete cascade,
      url text not null,
      checked_at timestamptz not null,
      -- ok, blocked (401, 403, 429: the site keeps robots out), failing, broken.
      state text not null constraint link_checks_state_ck check (state in ('ok', 'blocked', 'failing', 'broken')),
      status text not null,
      first_failed_at timestamptz
    );
    create index link_checks_checked_ix on link_checks (checked_at);

    create table activity (
      id bigint generated always as identity constraint activity_pk primary key,
      at timestamptz not null default now(),
      actor_id integer constraint activity_actor_fk references users on delete set null,
      run_id integer constraint activity_run_fk references sync_runs on delete set null,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      item_id integer constraint activity_item_fk references items on delete set null,
      before jsonb,
      after jsonb
    );
    create index activity_at_ix on activity (id desc, action);
    create index activity_actor_ix on activity (actor_id, id desc);
    create index activity_run_ix on activity (run_id);
    create index activity_item_ix on activity (item_id);
    create index activity_subject_ix on activity (subject_type, subject_id, id desc);
  `);

export const down = (db: Knex) =>
  db.raw('drop table activity, link_checks, staged_bookmarks, sync_runs');
