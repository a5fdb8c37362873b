// The demo can go and come back: which services are the demo's, whether it is loaded, what an admin answered about it, and the
// likes of real people on cases of demo people, which come back with it.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table items add column is_demo boolean not null default false;
    create index items_demo_ix on items (id) where is_demo;
    -- The demo that an earlier version loaded: its own ids, no bookmark behind them, and its people beside them.
    update items set is_demo = true
    where sync_status = 'local' and bookmark_id between 1001 and 1160
      and exists (select from users where users.is_demo)
      and not exists (select from agreed_bookmarks where item_id = items.id);

    -- One row.
    create table demo_state (
      is_only boolean not null default true constraint demo_state_pk primary key
        constraint demo_state_only_ck check (is_only),
      -- Null while the demo is not loaded.
      loaded_at timestamptz,
      choice text constraint demo_state_choice_ck check (choice in ('leave', 'keep')),
      chosen_at timestamptz,
      chosen_by integer constraint demo_state_chooser_fk references users on delete set null
    );
    create index demo_state_chooser_ix on demo_state (chosen_by);
    insert into demo_state (loaded_at)
    select case when exists (select from items where items.is_demo) then
      (select min(created_at) from users where users.is_demo) end;

    -- A case of the demo is known by its service, its author and its time.
    create table demo_liked_cases (
      user_id integer not null constraint demo_liked_cases_user_fk references users on delete cascade,
      bookmark_id bigint not null,
      author_email text not null,
      written_at timestamptz not null,
      liked_at timestamptz not null,
      constraint demo_liked_cases_pk primary key (user_id, bookmark_id, author_email, written_at)
    );
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table demo_liked_cases, demo_state;
    drop index items_demo_ix;
    alter table items drop column is_demo;
  `);
