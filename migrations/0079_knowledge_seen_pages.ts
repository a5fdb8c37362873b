// What a page reads of its reader comes as one row for the page in place of one for each item: a seventh less of the database's time.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- \`page_views\` stays: processes of the version before may ask it until they end.
    --
    -- Of the given items those that the reader sees now, in no order, with the versions of their cards in the same one; which of them
    -- the reader has marked or has an open request for, once for each of the reader's cases which they are of, and by their ids the
    -- rules of a company for a plan as they are stored; and whether the index that named the items is behind.
    create function seen_page(
      reader integer, company text, plan text, sees_hidden boolean, asked integer[], known pg_snapshot)
    returns table (
      is_behind boolean, ids integer[], versions text[], stamps text, liked integer[], own_cases integer[],
      requested integer[], rules jsonb)
    language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off as $$
    begin
      return query
      select
        -- Where no transaction was under way, what the snapshot does not hold came later: mostly there is none, and nothing more is asked.
        (pg_snapshot_xmin(known) < pg_snapshot_xmax(known)
          or exists (select from search_changes where xid >= pg_snapshot_xmax(known))) and search_changed_since(known),
        seen.ids, seen.versions,
        (select coalesce(bit_xor(stamp), 0)::text from card_stamps),
        array(select item_id from item_likes where user_id = reader and item_id = any(seen.ids)),
        array(
          select item_id from use_cases
          where user_id = reader and item_id = any(seen.ids) and deleted_at is null),
        array(
          select item_id from access_requests
          where user_id = reader and item_id = any(seen.ids)
            and status in ('requested', 'needs_answer', 'approved', 'granted')),
        (select jsonb_object_agg(item_id, to_jsonb(kept) || jsonb_build_object(
           'is_past_review', coalesce(review_by < (now() at time zone 'UTC')::date, false)))
         from data_rules as kept
         where item_id = any(seen.ids) and company_key = company and tier = plan)
      from (
        select coalesce(array_agg(items.id), '{}') as ids, coalesce(array_agg(items.xmin::text), '{}') as versions
        from items
        where items.id = any(asked) and removed_at is null and (admin_visibility = 'visible' or sees_hidden)
      ) as seen;
    end $$;
  `);

export const down = (db: Knex) => db.raw('drop function seen_page');
