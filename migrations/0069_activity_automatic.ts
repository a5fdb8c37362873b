// What Loadout does of its own accord is not said to come from the command line.
import type { Knex } from 'knex';

export const up = async (db: Knex): Promise<void> => {
  await db.raw('alter table activity add column is_automatic boolean not null default false');
  await db.raw(`
    update activity set is_automatic = true
      where actor_id is null and run_id is null
        and (action in ('webhook.gone', 'person.left', 'complaint.status', 'demo.gaveWay')
          or (action = 'access.moved' and after ->> 'status' = 'expired'))
  `);
};

export const down = (db: Knex) => db.raw('alter table activity drop column is_automatic');
