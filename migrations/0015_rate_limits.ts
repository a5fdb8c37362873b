// How often callers have called: counted by rate-limiter-flexible, which wants exactly these columns in this order.
import type { Knex } from 'knex';

/** Unlogged: a crash of the database forgets the counts, which costs nothing, and every count is cheaper. */
export const up = (db: Knex) =>
  db.raw(`
    create unlogged table rate_limits (
      key varchar(255) constraint rate_limits_pk primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire_ix on rate_limits (expire);
  `);

export const down = (db: Knex) => db.raw('drop table rate_limits');
