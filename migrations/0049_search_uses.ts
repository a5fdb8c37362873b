// The search knows how many people of each company use a service: it filters and orders by that.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Whoever comes to another company takes along what they use (0039). A like that is put or taken is known by its number.
    create function search_on_company_of_user() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind, item_id) select 'likes', item_id from item_likes where user_id = new.id;
      return null;
    end $$;
    create trigger users_search_update after update of company_key on users for each row
      when (old.company_key is distinct from new.company_key)
      execute function search_on_company_of_user();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger users_search_update on users;
    drop function search_on_company_of_user;
  `);
