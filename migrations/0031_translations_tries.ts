// Each text that a machine could not translate waits on its own for its next try. And names go back to what they were: a
// title that a machine has translated, and nobody has changed since, is taken away where the original still stands.
import type { Knex } from 'knex';

const putBack = (language: 'ru' | 'en', other: 'ru' | 'en') => `
  update items set title_${language} = null, machine_texts = machine_texts - 'title_${language}'
  where machine_texts->'title_${language}'->>'text' = md5(title_${language})
    and nullif(title_${other}, '') is not null
    and coalesce(machine_texts->'title_${other}'->>'text' <> md5(title_${other}), true);`;

export const up = (db: Knex) =>
  db.raw(`
    create table item_translation_tries (
      item_id integer not null constraint item_translation_tries_pk primary key
        constraint item_translation_tries_item_fk references items on delete cascade,
      -- Hash of the texts that failed: when they change, the next try is due at once.
      texts text not null,
      attempts integer not null constraint item_translation_tries_attempts_ck check (attempts > 0),
      next_try_at timestamptz not null
    );
    create table use_case_translation_tries (
      use_case_id integer not null constraint use_case_translation_tries_pk primary key
        constraint use_case_translation_tries_case_fk references use_cases on delete cascade,
      texts text not null,
      attempts integer not null constraint use_case_translation_tries_attempts_ck check (attempts > 0),
      next_try_at timestamptz not null
    );
    ${putBack('ru', 'en')}
    ${putBack('en', 'ru')}
  `);

/** The machine's titles are not made again: nothing needs them. */
export const down = (db: Knex) =>
  db.raw(`
    drop table use_case_translation_tries;
    drop table item_translation_tries;
  `);
