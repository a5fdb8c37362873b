// Of which change something that happened is a part, and which one it takes back, so that what people were told of it goes with it.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('alter table events add column change_id integer, add column takes_back integer');

export const down = (db: Knex) =>
  db.raw('alter table events drop column change_id, drop column takes_back');
