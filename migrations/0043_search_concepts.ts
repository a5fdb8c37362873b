// What else admins teach the search: words that say a concept of the thesaurus, and concepts of their own. As of synonyms,
// every process reads them before it answers the next search (0039).
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table search_words (
      id integer generated always as identity constraint search_words_pk primary key,
      word text not null,
      -- The id of a concept of the thesaurus, which lives in files.
      concept text not null,
      constraint search_words_uq unique (word, concept)
    );
    create table search_concepts (
      id integer generated always as identity constraint search_concepts_pk primary key,
      name_ru text not null,
      name_en text not null,
      -- What it is said with besides its names.
      words_ru text[] not null,
      words_en text[] not null,
      -- The id of the concept of the thesaurus of which it is a kind; null where it is of none.
      broader text
    );
    ${['search_words', 'search_concepts']
      .map(
        (table) => `
    create trigger ${table}_search after insert or update or delete or truncate on ${table}
      for each statement execute function search_on_taught();`,
      )
      .join('')}
  `);

export const down = (db: Knex) => db.raw('drop table search_words, search_concepts');
