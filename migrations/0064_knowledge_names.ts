// The services of a name, however it is written, found by an index: an import asks for the names of all its rows. By its hash, since a
// name may be longer than an ordered index takes.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create index items_name_ru_ix on items using hash (lower(regexp_replace(btrim(title_ru), '\\s+', ' ', 'g')));
    create index items_name_en_ix on items using hash (lower(regexp_replace(btrim(title_en), '\\s+', ' ', 'g')));
  `);

export const down = (db: Knex) => db.raw('drop index items_name_ru_ix, items_name_en_ix');
