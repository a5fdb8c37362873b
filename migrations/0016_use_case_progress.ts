// How far the server is with a request about a use case, readable on every server; and which translation is out of date.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Lost with a crash of the database, as the requests themselves are.
    create unlogged table use_case_progress (
      user_id integer not null constraint use_case_progress_user_fk references users on delete cascade,
      progress_id text not null,
      step text not null,
      position smallint not null,
      total smallint not null,
      updated_at timestamptz not null,
      constraint use_case_progress_pk primary key (user_id, progress_id)
    );
    create index use_case_progress_updated_ix on use_case_progress (updated_at);

    -- The language whose text still follows an older version of the other one.
    alter table use_cases add column stale_language text
      constraint use_cases_stale_language_ck check (stale_language in ('ru', 'en'));
    drop index use_cases_untranslated_ix;
    create index use_cases_untranslated_ix on use_cases (id)
      where deleted_at is null
        and (description_ru is null or description_en is null or stale_language is not null);
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop index use_cases_untranslated_ix;
    alter table use_cases drop column stale_language;
    create index use_cases_untranslated_ix on use_cases (id)
      where deleted_at is null and (description_ru is null or description_en is null);
    drop table use_case_progress;
  `);
