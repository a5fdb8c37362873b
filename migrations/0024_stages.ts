// Stages of items in companies, their history, and the testers of pilots.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table item_stages (
      id integer generated always as identity constraint item_stages_pk primary key,
      company_key text not null constraint item_stages_company_fk references companies on delete cascade,
      -- Read through item_now, so that a merge and its undo change no stage.
      item_id integer not null constraint item_stages_item_fk references items on delete cascade,
      stage text not null constraint item_stages_stage_ck
        check (stage in ('listed', 'pilot', 'adopted', 'phasing_out', 'retired')),
      question_ru text,
      question_en text,
      ends_on date,
      reason_ru text,
      reason_en text,
      decided_by integer constraint item_stages_decider_fk references users on delete set null,
      decided_at timestamptz not null,
      version integer not null default 1,
      -- The last day of the pilot for which its decision was asked for.
      asked_on date,
      is_demo boolean not null default false,
      constraint item_stages_uq unique (company_key, item_id),
      constraint item_stages_pilot_ck check ((stage = 'pilot') = (ends_on is not null))
    );
    create index item_stages_item_ix on item_stages (item_id);
    create index item_stages_decider_ix on item_stages (decided_by);
    create index item_stages_ends_ix on item_stages (ends_on) where ends_on is not null;
    create trigger item_stages_follow_merge before insert on item_stages
      for each row execute function items_follow_merge();

    create table item_stage_changes (
      stage_id integer not null constraint item_stage_changes_stage_fk references item_stages on delete cascade,
      -- The version that the change made.
      version integer not null,
      before jsonb not null,
      after jsonb not null,
      changed_by integer constraint item_stage_changes_person_fk references users on delete set null,
      changed_at timestamptz not null,
      -- The version that the change took back.
      undoes integer,
      constraint item_stage_changes_pk primary key (stage_id, version)
    );
    create index item_stage_changes_person_ix on item_stage_changes (changed_by);

    create table pilot_testers (
      stage_id integer not null constraint pilot_testers_stage_fk references item_stages on delete cascade,
      user_id integer not null constraint pilot_testers_user_fk references users on delete cascade,
      joined_at timestamptz not null,
      constraint pilot_testers_pk primary key (stage_id, user_id)
    );
    create index pilot_testers_user_ix on pilot_testers (user_id);

    -- The search filters of all processes follow; merges say it themselves.
    create function item_stages_changed() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind) values ('rules');
      return null;
    end $$;
    create trigger item_stages_changed after insert or update of stage, item_id or delete on item_stages
      for each statement execute function item_stages_changed();
  `);
