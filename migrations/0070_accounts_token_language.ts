// The language of the page in which a token was made: whoever uses it without naming one is answered in it.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table api_tokens
      -- Null: made by a command, or before this was kept.
      add column language text constraint api_tokens_language_ck check (language in ('ru', 'en'))
  `);

export const down = (db: Knex) => db.raw('alter table api_tokens drop column language');
