// What a person of the demo did is the demo's also once the account is gone: it keeps no service as what real people did.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- True once the account is gone; before, the account says it.
    alter table activity add column is_by_demo boolean not null default false;
    alter table data_rule_changes add column is_by_demo boolean not null default false;
    create function users_demo_acts() returns trigger language plpgsql as $$
    begin
      update activity set is_by_demo = true where actor_id = old.id;
      update data_rule_changes set is_by_demo = true where actor_id = old.id;
      return old;
    end $$;
    create trigger users_demo_acts before delete on users
      for each row when (old.is_demo) execute function users_demo_acts();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger users_demo_acts on users;
    drop function users_demo_acts;
    alter table activity drop column is_by_demo;
    alter table data_rule_changes drop column is_by_demo;
  `);
