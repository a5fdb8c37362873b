// The version of an item's card: it changes with everything that a card shows, so that a kept card is never taken for fresh.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- The version has two parts. The first is the row of the item itself (xmin: who wrote it last). Its tags and what its
    -- experts have written are other tables; whoever changes them touches the item.
    alter table items add column card_changes integer not null default 0;
    comment on column items.card_changes is 'How often what surrounds the item has changed: its tags, its experts';

    -- A row that this transaction has written is new to everybody else as it is.
    create function items_touch(ids integer[]) returns void language sql as $$
      update items set card_changes = card_changes + 1
      from (select id from items where id = any (ids) order by id for no key update) as touched
      where items.id = touched.id and items.xmin <> pg_current_xact_id()::xid
    $$;

    create function items_touch_by_tags() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then perform items_touch(array(select distinct item_id from new_rows)); end if;
      if tg_op <> 'INSERT' then perform items_touch(array(select distinct item_id from old_rows)); end if;
      return null;
    end $$;
    create trigger item_tags_touch_insert after insert on item_tags
      referencing new table as new_rows for each statement execute function items_touch_by_tags();
    create trigger item_tags_touch_update after update on item_tags
      referencing old table as old_rows new table as new_rows for each statement execute function items_touch_by_tags();
    create trigger item_tags_touch_delete after delete on item_tags
      referencing old table as old_rows for each statement execute function items_touch_by_tags();

    -- Writing and deleting a use case changes the item's counter, which is a change of its row.
    create function items_touch_by_use_case() returns trigger language plpgsql as $$
    begin
      perform items_touch(array[old.item_id, new.item_id]);
      return null;
    end $$;
    create trigger use_cases_touch after update of likes_count, user_id, item_id on use_cases for each row
      when ((old.likes_count, old.user_id, old.item_id) is distinct from (new.likes_count, new.user_id, new.item_id))
      execute function items_touch_by_use_case();

    -- The second part is one for all cards: the names of people, tags and companies, which change seldom. Who changes one
    -- adds a random stamp and so waits for nobody; all stamps together are the part. They are added up now and then.
    create table card_stamps (stamp bigint not null);
    create function card_stamp() returns bigint language sql stable parallel safe as $$
      select coalesce(bit_xor(stamp), 0) from card_stamps
    $$;
    create function card_stamps_add() returns trigger language plpgsql as $$
    begin
      insert into card_stamps values ((random() * 9007199254740991)::bigint);
      if (select count(*) from card_stamps) > 50 and pg_try_advisory_xact_lock(5176003) then
        with added as (delete from card_stamps returning stamp)
        insert into card_stamps select bit_xor(stamp) from added;
      end if;
      return null;
    end $$;
    create trigger users_card_stamp after update of name, avatar_url, telegram_username, company_key on users
      for each row
      when ((old.name, old.avatar_url, old.telegram_username, old.company_key)
        is distinct from (new.name, new.avatar_url, new.telegram_username, new.company_key))
      execute function card_stamps_add();
    create trigger tags_card_stamp after update of original_name, name_ru, name_en on tags for each row
      when ((old.original_name, old.name_ru, old.name_en) is distinct from (new.original_name, new.name_ru, new.name_en))
      execute function card_stamps_add();
    create trigger companies_card_stamp after insert or update or delete on companies
      for each statement execute function card_stamps_add();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger users_card_stamp on users;
    drop trigger tags_card_stamp on tags;
    drop trigger companies_card_stamp on companies;
    drop function card_stamps_add, card_stamp;
    drop table card_stamps;
    drop trigger use_cases_touch on use_cases;
    drop trigger item_tags_touch_insert on item_tags;
    drop trigger item_tags_touch_update on item_tags;
    drop trigger item_tags_touch_delete on item_tags;
    drop function items_touch_by_use_case, items_touch_by_tags, items_touch;
    alter table items drop column card_changes;
  `);
