// Use cases, their likes, and how far a request about one has come.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table use_cases (
      id integer generated always as identity constraint use_cases_pk primary key,
      item_id integer not null constraint use_cases_item_fk references items on delete cascade,
      user_id integer not null constraint use_cases_user_fk references users on delete cascade,
      description_ru text,
      description_en text,
      original_language text not null constraint use_cases_language_ck check (original_language in ('ru', 'en')),
      likes_count integer not null default 0 constraint use_cases_likes_ck check (likes_count >= 0),
      idempotency_key text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- A significant update moves the case to the top of its list.
      moved_up_at timestamptz not null default now(),
      deleted_at timestamptz,
      -- The language whose text still follows an older version of the other one.
      stale_language text constraint use_cases_stale_language_ck check (stale_language in ('ru', 'en')),
      constraint use_cases_text_ck check (description_ru is not null or description_en is not null)
    );
    create index use_cases_deleted_ix on use_cases (deleted_at) where deleted_at is not null;
    create unique index use_cases_idempotency_uq on use_cases (user_id, idempotency_key);
    create index use_cases_item_ix on use_cases (item_id, likes_count desc) where deleted_at is null;
    create index use_cases_untranslated_ix on use_cases (id)
      where deleted_at is null and (description_ru is null or description_en is null or stale_language is not null);
    create index use_cases_user_ix on use_cases (user_id, item_id) where deleted_at is null;

    create table use_case_likes (
      user_id integer not null constraint use_case_likes_user_fk references users on delete cascade,
      use_case_id integer not null constraint use_case_likes_case_fk references use_cases on delete cascade,
      created_at timestamptz not null default now(),
      constraint use_case_likes_pk primary key (user_id, use_case_id)
    );
    create index use_case_likes_case_ix on use_case_likes (use_case_id);

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

    create table use_case_translation_tries (
      use_case_id integer constraint use_case_translation_tries_pk primary key
        constraint use_case_translation_tries_case_fk references use_cases on delete cascade,
      texts text not null,
      attempts integer not null constraint use_case_translation_tries_attempts_ck check (attempts > 0),
      next_try_at timestamptz not null
    );

    create function items_count_use_case() returns trigger language plpgsql as $$
    declare
      was integer := 0;
      now_there integer := 0;
    begin
      if tg_op <> 'INSERT' then was := (old.deleted_at is null)::integer; end if;
      if tg_op <> 'DELETE' then now_there := (new.deleted_at is null)::integer; end if;
      if was <> now_there then
        update items set use_cases_count = use_cases_count + now_there - was
        where id = coalesce(new.item_id, old.item_id);
      end if;
      return null;
    end $$;
    create trigger use_cases_count_on_write after insert or delete on use_cases
      for each row execute function items_count_use_case();
    create trigger use_cases_count_on_change after update of deleted_at on use_cases
      for each row execute function items_count_use_case();

    create function use_cases_count_like() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update use_cases set likes_count = likes_count + 1 where id = new.use_case_id;
      else
        update use_cases set likes_count = likes_count - 1 where id = old.use_case_id;
      end if;
      return null;
    end $$;
    create trigger use_case_likes_count after insert or delete on use_case_likes
      for each row execute function use_cases_count_like();
    create trigger use_cases_follow_merge before insert on use_cases
      for each row execute function items_follow_merge();

    -- Writing and deleting a use case changes the item's counter, which is a change of its row.
    create function items_touch_by_use_case() returns trigger language plpgsql as $$
    begin
      perform items_touch(array[old.item_id, new.item_id]);
      return null;
    end $$;
    create trigger use_cases_touch after update of likes_count, user_id, item_id, description_ru, description_en,
      original_language, stale_language, created_at, updated_at on use_cases
      for each row
      when ((old.likes_count, old.user_id, old.item_id, old.description_ru, old.description_en,
        old.original_language, old.stale_language, old.created_at, old.updated_at)
        is distinct from (new.likes_count, new.user_id, new.item_id, new.description_ru, new.description_en,
          new.original_language, new.stale_language, new.created_at, new.updated_at))
      execute function items_touch_by_use_case();
  `);
