// Whoever writes about a service waits for a merge of it that is under way, and then writes about the kept one.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create or replace function items_follow_merge() returns trigger language plpgsql as $$
    declare
      next_id integer;
    begin
      loop
        -- The lock comes before the question: a row that is asked first and locked after is what it was before the merge.
        select merged_into into next_id from items where id = new.item_id for key share;
        exit when next_id is null;
        new.item_id := next_id;
      end loop;
      return new;
    end $$;
  `);

export const down = (db: Knex) =>
  db.raw(`
    create or replace function items_follow_merge() returns trigger language plpgsql as $$
    begin
      perform from items where id = new.item_id and merged_into is not null for key share;
      if found then new.item_id := item_now(new.item_id); end if;
      return new;
    end $$;
  `);
