// Who has written what an item is for: people, or the language model, and then from which texts.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table item_tasks
      -- Of the texts from which the model has made them (md5); null where a person wrote them.
      add column made_from text;
  `);

export const down = (db: Knex) => db.raw('alter table item_tasks drop column made_from');
