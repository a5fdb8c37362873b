// A page reads all that it needs in one statement; whether the search is behind takes one more at most while nobody writes.
import type { Knex } from 'knex';
import { up as changedSince } from './0071_search_changed_since.ts';
import { up as pageViews } from './0073_knowledge_page_views_at_once.ts';

export const up = (db: Knex) =>
  db.raw(`
    create or replace function search_changed_since(known pg_snapshot) returns boolean
    language plpgsql stable set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_bitmapscan = off as $$
    declare
      -- Behind the snapshot the index is read between these, past what transactions under way have written: nobody else sees that.
      after xid8 := '0';
      before xid8;
      present pg_snapshot := pg_current_snapshot();
    begin
      -- The same transactions are seen: nothing has changed.
      if known::text = present::text then return false; end if;
      if pg_snapshot_xmin(known) < pg_snapshot_xmax(known) and exists (
        select from search_changes
        where xid = any(array(
          select xid from pg_snapshot_xip(known) as xid where pg_visible_in_snapshot(xid, present)))) then
        return true;
      end if;
      if pg_snapshot_xmin(present) = pg_snapshot_xmax(present) then
        return exists (
          select from search_changes
          where xid >= pg_snapshot_xmax(known) and xid < pg_snapshot_xmax(present));
      end if;
      for before in
        select xid from (
          select pg_snapshot_xip(present) union all select pg_snapshot_xmax(present)
        ) as ends (xid)
        where xid >= pg_snapshot_xmax(known) order by xid
      loop
        if exists (
          select from search_changes
          where xid >= pg_snapshot_xmax(known) and xid > after and xid < before) then
          return true;
        end if;
        after := before;
      end loop;
      return false;
    end $$;

    -- Items in the given order, as far as the reader sees them now: what \`item_views\` says of them, the rule of a company for a plan
    -- as it is stored, and whether the reader has an open request for access; in one row at least, with whether the index that
    -- named them is behind.
    create or replace function page_views(
      reader integer, company text, plan text, sees_hidden boolean, ids integer[], known pg_snapshot)
    returns table (
      is_behind boolean, id integer, version text, is_liked boolean, own_use_cases_count integer,
      rule jsonb, is_past_review boolean, has_request boolean)
    language plpgsql stable rows 12 set plan_cache_mode = force_generic_plan set jit = off as $$
    declare
      is_late boolean := search_changed_since(known);
    begin
      return query
      select is_late, items.id, items.xmin::text || stamps, items.id = any(liked), cardinality(array_positions(own_cases, items.id)),
        rules -> items.id::text,
        coalesce((rules -> items.id::text ->> 'review_by')::date < (now() at time zone 'UTC')::date, false),
        items.id = any(requested)
      from (
        select
          array(select item_id from item_likes where user_id = reader and item_id = any(ids)) as liked,
          array(
            select item_id from use_cases
            where user_id = reader and item_id = any(ids) and deleted_at is null) as own_cases,
          array(
            select item_id from access_requests
            where user_id = reader and item_id = any(ids)
              and status in ('requested', 'needs_answer', 'approved', 'granted')) as requested,
          (select jsonb_object_agg(item_id, to_jsonb(kept)) from data_rules as kept
           where item_id = any(ids) and company_key = company and tier = plan) as rules,
          '.' || (select coalesce(bit_xor(stamp), 0) from card_stamps) as stamps
        offset 0
      ) as theirs, items
      where items.id = any(ids) and removed_at is null and (admin_visibility = 'visible' or sees_hidden)
      order by array_position(ids, items.id);
      if not found then
        return query select is_late, null::integer, null, null::boolean, null::integer, null::jsonb, null::boolean, null::boolean;
      end if;
    end $$;
  `);

export const down = async (db: Knex) => {
  await changedSince(db);
  await pageViews(db);
};
