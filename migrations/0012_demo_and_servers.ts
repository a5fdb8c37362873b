// The state of the demo, and what the servers of an installation tell each other.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- One row.
    create table demo_state (
      is_only boolean default true constraint demo_state_pk primary key constraint demo_state_only_ck check (is_only),
      -- Null while the demo is not loaded.
      loaded_at timestamptz,
      choice text constraint demo_state_choice_ck check (choice in ('leave', 'keep')),
      chosen_at timestamptz,
      chosen_by integer constraint demo_state_chooser_fk references users on delete set null
    );
    create index demo_state_chooser_ix on demo_state (chosen_by);
    insert into demo_state default values;

    -- A case of the demo is known by its service, its author and its time.
    create table demo_liked_cases (
      user_id integer not null constraint demo_liked_cases_user_fk references users on delete cascade,
      bookmark_id bigint not null,
      author_email text not null,
      written_at timestamptz not null,
      liked_at timestamptz not null,
      constraint demo_liked_cases_pk primary key (user_id, bookmark_id, author_email, written_at)
    );

    create function users_demo_acts() returns trigger language plpgsql as $$
    begin
      update activity set is_by_demo = true where actor_id = old.id;
      update data_rule_changes set is_by_demo = true where actor_id = old.id;
      return old;
    end $$;
    create trigger users_demo_acts before delete on users
      for each row
      when (old.is_demo)
      execute function users_demo_acts();

    -- rate-limiter-flexible wants exactly these columns in this order.
    create unlogged table rate_limits (
      key varchar(255) constraint rate_limits_pk primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire_ix on rate_limits (expire);

    create unlogged table job_workers (
      worker_id text constraint job_workers_pk primary key,
      seen_at timestamptz not null
    );

    -- A restored database has forgotten which logins were used since its backup: none from before counts.
    create table restores (at timestamptz constraint restores_pk primary key);
  `);
