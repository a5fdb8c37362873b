// How many services a tag has is counted once for a statement, not once for each service: ten thousand bookmarks with the same tag
// made ten thousand versions of its row in one transaction, and each looked through all before it.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    drop trigger item_tags_count on item_tags;
    drop function tags_count_item;

    create function tags_count_items() returns trigger language plpgsql as $$
    declare
      step integer := case when tg_op = 'INSERT' then 1 else -1 end;
    begin
      -- In one order, so that two writers never wait for each other.
      perform from tags where id in (select tag_id from changed) order by id for no key update;
      update tags set
        total_count = total_count + step * counted.there,
        visible_count = visible_count + step * counted.visible
      from (
        -- An item that is itself being deleted is not there any more: its own trigger has counted.
        select tag_id, count(*)::integer as there,
          (count(*) filter (where admin_visibility = 'visible'))::integer as visible
        from changed join items on items.id = item_id and removed_at is null
        group by tag_id
      ) as counted
      where tags.id = counted.tag_id;
      return null;
    end $$;
    create trigger item_tags_count_insert after insert on item_tags
      referencing new table as changed for each statement execute function tags_count_items();
    create trigger item_tags_count_delete after delete on item_tags
      referencing old table as changed for each statement execute function tags_count_items();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger item_tags_count_insert on item_tags;
    drop trigger item_tags_count_delete on item_tags;
    drop function tags_count_items;

    create function tags_count_item() returns trigger language plpgsql as $$
    declare
      link item_tags := coalesce(new, old);
      step integer := case when tg_op = 'INSERT' then 1 else -1 end;
      item items;
    begin
      select * into item from items where id = link.item_id;
      if item.id is null then return null; end if;
      update tags set
        total_count = total_count + case when item.removed_at is null then step else 0 end,
        visible_count = visible_count
          + case when item.removed_at is null and item.admin_visibility = 'visible' then step else 0 end
      where id = link.tag_id;
      return null;
    end $$;
    create trigger item_tags_count after insert or delete on item_tags
      for each row execute function tags_count_item();
  `);
