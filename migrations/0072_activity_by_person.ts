// What a person did is not said to come from the command line once the account is gone.
import type { Knex } from 'knex';

export const up = async (db: Knex): Promise<void> => {
  await db.raw('alter table activity add column is_by_person boolean not null default false');
  await db.raw('update activity set is_by_person = true where actor_id is not null');
};

export const down = (db: Knex) => db.raw('alter table activity drop column is_by_person');
