// What a page reads of its reader is read for all its items at once, in place of item by item: two thirds of what it took.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
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
      stamps text := '.' || (select coalesce(bit_xor(stamp), 0) from card_stamps);
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
           where item_id = any(ids) and company_key = company and tier = plan) as rules
        offset 0
      ) as theirs, items
      where items.id = any(ids) and removed_at is null and (admin_visibility = 'visible' or sees_hidden)
      order by array_position(ids, items.id);
      if not found then
        return query select is_late, null::integer, null, null::boolean, null::integer, null::jsonb, null::boolean, null::boolean;
      end if;
    end $$;
  `);

export const down = (db: Knex) =>
  db.raw(`
    create or replace function page_views(
      reader integer, company text, plan text, sees_hidden boolean, ids integer[], known pg_snapshot)
    returns table (
      is_behind boolean, id integer, version text, is_liked boolean, own_use_cases_count integer,
      rule jsonb, is_past_review boolean, has_request boolean)
    language plpgsql stable rows 12 set plan_cache_mode = force_generic_plan set jit = off as $$
    declare
      is_late boolean := search_changed_since(known);
      stamps text := '.' || (select coalesce(bit_xor(stamp), 0) from card_stamps);
    begin
      return query
      select is_late, items.id, items.xmin::text || stamps,
        exists (select from item_likes where user_id = reader and item_id = items.id),
        (select count(*)::integer from use_cases
         where user_id = reader and item_id = items.id and deleted_at is null),
        to_jsonb(kept), coalesce(kept.review_by < (now() at time zone 'UTC')::date, false),
        exists (
          select from access_requests
          where user_id = reader and access_requests.item_id = items.id
            and status in ('requested', 'needs_answer', 'approved', 'granted'))
      from unnest(ids) with ordinality as place (item_id, number) join items on items.id = place.item_id
        left join data_rules as kept on kept.item_id = items.id and company_key = company and tier = plan
      where removed_at is null and (admin_visibility = 'visible' or sees_hidden)
      order by place.number;
      if not found then
        return query select is_late, null::integer, null, null::boolean, null::integer, null::jsonb, null::boolean, null::boolean;
      end if;
    end $$;
  `);
