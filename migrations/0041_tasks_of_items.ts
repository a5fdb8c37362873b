// Who has written what an item is for: people, or the language model, and then from which texts. An item for which the model
// wrote nothing waits on its own for its next try, as texts without translation do (0031).
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table item_tasks
      -- Of the texts from which the model has made them (md5); null where a person wrote them.
      add column made_from text;
    create table item_task_tries (
      item_id integer not null constraint item_task_tries_pk primary key
        constraint item_task_tries_item_fk references items on delete cascade,
      -- Hash of the texts that failed: when they change, the next try is due at once.
      texts text not null,
      attempts integer not null constraint item_task_tries_attempts_ck check (attempts > 0),
      next_try_at timestamptz not null
    );
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table item_task_tries;
    alter table item_tasks drop column made_from;
  `);
