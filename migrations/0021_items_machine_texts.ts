// Which texts of an item a machine has translated, and from which text: {"title_en": {"text": md5, "from": md5}}. A text
// that a person has changed since has another hash, and so is nobody's machine's any more. Of translations that were made
// before, nothing is known: they count as written by people.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`alter table items add column machine_texts jsonb not null default '{}'`);

export const down = (db: Knex) => db.raw('alter table items drop column machine_texts');
