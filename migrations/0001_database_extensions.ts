// What the search needs from PostgreSQL: trigram similarity for typing errors.
import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('create extension if not exists pg_trgm').then(() => {});

/** The extension may be shared with others in the same database, so it stays. */
export const down = async () => {};
