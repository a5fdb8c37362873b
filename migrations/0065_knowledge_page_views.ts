// What a page reads of its items, with the reader's rules and whether they have asked for access: one statement where there were three.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- \`search_views\` stays for the version before, which goes on serving meanwhile (decision 21).
    -- Items in the given order, as far as the reader sees them now: what \`item_views\` says of them, the rule of a company for a plan
    -- as it is stored, and whether the reader has an open request for access; in one row at least, with whether the index that
    -- named them is behind.
    create function page_views(
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

export const down = (db: Knex) => db.raw('drop function page_views');
