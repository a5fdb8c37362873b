// Whether the index of the search is behind is asked by every page: it reads the changes since its snapshot alone, by their index.
// Before, it read all changes of the day, and while an import writes, or after it, those are tens of thousands.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create or replace function search_changed_since(known pg_snapshot) returns boolean
    language plpgsql stable set plan_cache_mode = force_generic_plan
      set enable_seqscan = off set enable_bitmapscan = off as $$
    declare
      -- Behind the snapshot the index is read between these, past what transactions under way have written: nobody else sees that.
      after xid8 := '0';
      before xid8;
    begin
      if exists (
        select from search_changes
        where xid = any(array(
          select xid from pg_snapshot_xip(known) as xid where pg_visible_in_snapshot(xid, pg_current_snapshot())))) then
        return true;
      end if;
      for before in
        select xid from (
          select pg_snapshot_xip(pg_current_snapshot()) union all select pg_snapshot_xmax(pg_current_snapshot())
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
  `);

export const down = (db: Knex) =>
  db.raw(`
    create or replace function search_changed_since(known pg_snapshot) returns boolean
    language plpgsql stable set plan_cache_mode = force_generic_plan as $$
    begin
      return exists (
        select from search_changes
        where xid >= pg_snapshot_xmin(known) and not pg_visible_in_snapshot(xid, known));
    end $$;
  `);
