// What an item is for, in the words of those who need it; and the stamp of the index (0013_search_tally) stands for cases and
// tasks too, which the index in memory holds beside the items.
import type { Knex } from 'knex';

/** Dropped by 0039, which takes them from here when it is undone. */
export const textTriggers = `
    create function search_on_texts() returns trigger language plpgsql as $$
    begin
      perform search_stamps_add();
      return null;
    end $$;
    create trigger item_tasks_search after insert or update or delete or truncate on item_tasks
      for each statement execute function search_on_texts();
    create trigger use_cases_search after insert or delete or truncate on use_cases
      for each statement execute function search_on_texts();
    -- Not for their likes.
    create trigger use_cases_search_update after update of item_id, description_ru, description_en, deleted_at on use_cases
      for each row
      when ((old.item_id, old.description_ru, old.description_en, old.deleted_at)
        is distinct from (new.item_id, new.description_ru, new.description_en, new.deleted_at))
      execute function search_on_texts();
`;

export const up = (db: Knex) =>
  db.raw(`
    create table item_tasks (
      item_id integer not null constraint item_tasks_item_fk references items on delete cascade,
      language text not null constraint item_tasks_language_ck check (language in ('ru', 'en')),
      -- Short phrases, as people would type them.
      tasks text[] not null,
      constraint item_tasks_pk primary key (item_id, language)
    );

    ${textTriggers}
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger use_cases_search on use_cases;
    drop trigger use_cases_search_update on use_cases;
    drop table item_tasks;
    drop function search_on_texts;
  `);
