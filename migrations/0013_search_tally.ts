// Counts in how many items a lexeme stands, whoever changes the index.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- What is counted of an item: all but its titles and their words, because nobody asks how many there are.
    create function search_counted(sv tsvector) returns setof text language sql immutable as $$
      select '' union all select lexeme from unnest(tsvector_to_array(sv)) as lexeme
      where lexeme not like 'n=%' and lexeme not like 'k=%'
    $$;
    create function search_settle_counts() returns void language sql as $$
      with step as (delete from search_count_steps returning *)
      insert into search_counts
      select lexeme, sum(items), sum(visible_items) from step group by lexeme order by lexeme
      on conflict (lexeme) do update set items = search_counts.items + excluded.items,
        visible_items = search_counts.visible_items + excluded.visible_items
    $$;
    -- What stands for the present content of the index: all stamps together. Who changes which items match, and not only how
    -- often they are liked, adds a random one and so waits for nobody; they are added up now and then.
    create table search_stamps (stamp bigint not null);
    create function search_stamp() returns bigint language sql stable parallel safe as $$
      select coalesce(bit_xor(stamp), 0) from search_stamps
    $$;
    create function search_stamps_add() returns void language plpgsql as $$
    begin
      insert into search_stamps values ((random() * 9007199254740991)::bigint);
      if (select count(*) from search_stamps) > 50 and pg_try_advisory_xact_lock(5176004) then
        with added as (delete from search_stamps returning stamp)
        insert into search_stamps select bit_xor(stamp) from added;
      end if;
    end $$;

    create function search_on_item_search() returns trigger language plpgsql as $$
    begin
      -- Most updates are likes.
      if tg_op = 'UPDATE' then
        perform from old_rows join new_rows using (item_id)
        where old_rows.visible <> new_rows.visible or old_rows.sv <> new_rows.sv limit 1;
        if not found then return null; end if;
      end if;
      perform search_stamps_add();
      if tg_op = 'TRUNCATE' then
        delete from search_count_steps;
        delete from search_counts;
        return null;
      elsif tg_op = 'INSERT' then
        insert into search_count_steps
        select lexeme, count(*), count(*) filter (where visible)
        from new_rows cross join search_counted(sv) as lexeme group by lexeme;
      elsif tg_op = 'DELETE' then
        insert into search_count_steps
        select lexeme, -count(*), -count(*) filter (where visible)
        from old_rows cross join search_counted(sv) as lexeme group by lexeme;
      else
        insert into search_count_steps
        select lexeme, sum(step.items), sum(step.visible_items)
        from old_rows join new_rows using (item_id)
          cross join lateral (
            select counted, -1, -old_rows.visible::integer from search_counted(old_rows.sv) as counted
            union all
            select counted, 1, new_rows.visible::integer from search_counted(new_rows.sv) as counted
          ) as step (lexeme, items, visible_items)
        where old_rows.sv <> new_rows.sv or old_rows.visible <> new_rows.visible
        group by lexeme
        having sum(step.items) <> 0 or sum(step.visible_items) <> 0;
      end if;
      if (select count(*) from (select from search_count_steps limit 2001) as step) > 2000
        and pg_try_advisory_xact_lock(5176002) then
        perform search_settle_counts();
      end if;
      return null;
    end $$;
    create trigger item_search_count_insert after insert on item_search
      referencing new table as new_rows for each statement execute function search_on_item_search();
    create trigger item_search_count_update after update on item_search
      referencing old table as old_rows new table as new_rows for each statement
      execute function search_on_item_search();
    create trigger item_search_count_delete after delete on item_search
      referencing old table as old_rows for each statement execute function search_on_item_search();
    create trigger item_search_count_truncate after truncate on item_search
      for each statement execute function search_on_item_search();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger item_search_count_insert on item_search;
    drop trigger item_search_count_update on item_search;
    drop trigger item_search_count_delete on item_search;
    drop trigger item_search_count_truncate on item_search;
    drop function search_on_item_search, search_stamps_add, search_stamp, search_settle_counts, search_counted;
    drop table search_stamps;
  `);
