// Addresses of reports as people write them: an IPv4 address that came over an IPv6 socket without its prefix.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `update complaints set user_ip = substr(user_ip, 8) where user_ip ilike '::ffff:%.%'`,
  );
}

/** The shorter form says the same, so it stays. */
export async function down(_knex: Knex): Promise<void> {}
