// What the search reads: one narrow row per item, the words of the catalogue, how often each is there, and the names of tags.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Every fact about an item is a lexeme of one stripped tsvector, so that a search is one look-up in one index:
    --   генерац, video   a stem that stands in the texts or in the names of the tags (approval tags excepted)
    --   n=claude         a word, a part of a word or a stem that stands in a title
    --   k=claudecode     a whole title without spaces and punctuation
    --   t=voice          a tag, as it is written
    --   a=gdevapproved   an approval, in lower case
    create table item_search (
      item_id integer constraint item_search_pk primary key
        constraint item_search_item_fk references items on delete cascade,
      visible boolean not null,
      likes_count integer not null,
      sort_ru text collate "C" not null,
      sort_en text collate "C" not null,
      sv tsvector not null,
      -- PostgreSQL looks for columns to put aside only in rows of more than 2 kB. This makes every row so long at first, and
      -- shrinks to some 40 bytes then.
      ballast text not null default repeat(' ', 2100)
    ) with (toast_tuple_target = 128);
    -- The document stands beside the row: to count many items their rows are read, and these are narrow so.
    alter table item_search
      alter column sv set storage external,
      alter column sort_ru set storage main,
      alter column sort_en set storage main;
    -- Changes go into the index at once: a list of pending ones would be read by every search.
    create index item_search_sv_ix on item_search using gin (sv) with (fastupdate = off);
    create index item_search_likes_ix on item_search (likes_count desc, item_id) where visible;
    create index item_search_all_likes_ix on item_search (likes_count desc, item_id);
    create index item_search_ru_ix on item_search (sort_ru, item_id) where visible;
    create index item_search_en_ix on item_search (sort_en, item_id) where visible;

    -- The vocabulary: prefixes, typing errors and names in other letters are resolved here, not on the items.
    create table search_words (
      word text collate "C" constraint search_words_pk primary key,
      lexeme text collate "C" not null,
      -- How it sounds, in both alphabets alike; its consonants; and the sound of its root.
      sound text collate "C" not null,
      skeleton text collate "C" not null,
      family text collate "C",
      -- The word with one letter left out, each in turn: two words that are one typing error apart share one of these.
      gaps text[] not null,
      -- Whether it has stood in a title, and whether it has stood in a visible item.
      in_title boolean not null,
      was_visible boolean not null
    );
    create index search_words_lexeme_ix on search_words (lexeme);
    create index search_words_sound_ix on search_words (sound);
    create index search_words_skeleton_ix on search_words (skeleton);
    create index search_words_family_ix on search_words (family);
    create index search_words_gaps_ix on search_words using gin (gaps) with (fastupdate = off);
    create index search_words_trigram_ix on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

    -- In how many items a lexeme stands; the empty lexeme counts the items themselves. Writers only append steps, so that
    -- two of them never wait for each other; steps are added up now and then.
    create table search_counts (
      lexeme text collate "C" constraint search_counts_pk primary key,
      items integer not null,
      visible_items integer not null
    );
    create table search_count_steps (
      lexeme text collate "C" not null,
      items integer not null,
      visible_items integer not null
    );
    create index search_count_steps_lexeme_ix on search_count_steps (lexeme);

    create table tag_search (
      tag_id integer constraint tag_search_pk primary key
        constraint tag_search_tag_fk references tags on delete cascade,
      -- The words of its names, also joined; what the items that bear it are found by.
      words text[] not null,
      -- Its whole names, by stems (s=…) and by families (f=…).
      phrases text[] not null,
      sv tsvector not null
    );
    create index tag_search_phrases_ix on tag_search using gin (phrases) with (fastupdate = off);
    create index tag_search_sv_ix on tag_search using gin (sv) with (fastupdate = off);
  `);

export const down = (db: Knex) =>
  db.raw('drop table tag_search, search_count_steps, search_counts, search_words, item_search');
