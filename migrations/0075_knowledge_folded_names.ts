// The services of a name are found by it as the search compares letters: е and ё, forms of one letter and apostrophes are alike.
import type { Knex } from 'knex';

/** No released version asks by the expression of migration 0064. */
export const up = (db: Knex) =>
  db.raw(String.raw`
    -- As nameKey of the imports writes a name, which folds its letters by foldLetters of the search. What lower case is of İ and of a
    -- last Σ depends on the collation.
    create function item_name_key(name text) returns text language sql immutable strict parallel safe as $$
      select btrim(regexp_replace(
        translate(replace(lower(translate(normalize(name, nfkc), 'İ', 'i') collate "default"), U&'i\0307', 'i'), 'ёς''’‘ʼ', 'еσ'),
        '\s+', ' ', 'g'))
    $$;
    drop index items_name_ru_ix, items_name_en_ix;
    create index items_name_ru_ix on items using hash (item_name_key(title_ru));
    create index items_name_en_ix on items using hash (item_name_key(title_en));
  `);

export const down = (db: Knex) =>
  db.raw(String.raw`
    drop index items_name_ru_ix, items_name_en_ix;
    drop function item_name_key;
    create index items_name_ru_ix on items using hash (lower(regexp_replace(btrim(title_ru), '\s+', ' ', 'g')));
    create index items_name_en_ix on items using hash (lower(regexp_replace(btrim(title_en), '\s+', ' ', 'g')));
  `);
