// The secret address at which a person's feed reader reads: one per person, of which only the hash is kept.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table feed_addresses (
      user_id integer not null constraint feed_addresses_pk primary key
        constraint feed_addresses_user_fk references users on delete cascade,
      secret_hash bytea not null constraint feed_addresses_secret_uq unique,
      created_at timestamptz not null
    );
  `);

export const down = (db: Knex) => db.raw('drop table feed_addresses');
