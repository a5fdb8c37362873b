// What a page reads of its items, and the page with which the catalogue opens, planned once per connection: planning takes
// longer than answering.
import type { Knex } from 'knex';

/** Dropped by 0039, which takes it from here when it is undone. */
export const browsePage = `
    -- The visible items by likes, with no text and no filters.
    create function browse_page(first integer, skip integer) returns table (total integer, item_ids integer[])
    language plpgsql stable rows 1
    set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_sort = off as $$
    begin
      total := coalesce((select visible_items from search_counts where lexeme = ''), 0)
        + coalesce((select sum(visible_items) from search_count_steps where lexeme = ''), 0);
      item_ids := array(
        select item_id from item_search where visible order by likes_count desc, item_id limit first offset skip);
      return next;
    end $$;
`;

export const up = (db: Knex) =>
  db.raw(`
    -- Items in the given order: the version of the card, and how the reader stands towards the item.
    create function item_views(reader integer, ids integer[])
    returns table (id integer, version text, is_liked boolean, own_use_cases_count integer)
    language plpgsql stable rows 12 set plan_cache_mode = force_generic_plan set jit = off as $$
    declare
      stamps text := '.' || (select coalesce(bit_xor(stamp), 0) from card_stamps);
    begin
      return query
      select items.id, items.xmin::text || stamps,
        exists (select from item_likes where user_id = reader and item_id = items.id),
        (select count(*)::integer from use_cases
         where user_id = reader and item_id = items.id and deleted_at is null)
      from unnest(ids) with ordinality as place (item_id, number) join items on items.id = place.item_id
      order by place.number;
    end $$;

    ${browsePage}

    drop function card_stamp;
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop function browse_page, item_views;
    create function card_stamp() returns bigint language sql stable parallel safe as $$
      select coalesce(bit_xor(stamp), 0) from card_stamps
    $$;
  `);
