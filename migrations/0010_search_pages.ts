// Finds a page: its total and its ids in order, in one call.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- In how many items a lexeme stands; the empty lexeme: how many items there are.
    create function search_count(counted text, sees_hidden boolean) returns integer
    language plpgsql stable parallel safe as $$
    begin
      return coalesce((
          select case when sees_hidden then items else visible_items end from search_counts where lexeme = counted), 0)
        + coalesce((
          select sum(case when sees_hidden then items else visible_items end)
          from search_count_steps where lexeme = counted), 0);
    end $$;

    -- Whether an item matches.
    create function search_exists(sees_hidden boolean, asked tsquery) returns boolean
    language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
    begin
      return exists (select from item_search where sv @@ asked and (visible or sees_hidden));
    end $$;

    -- The best \`wanted\` items of a sense, by likes. Where a good share of all items matches (\`share\`), the first of them
    -- are soon met on a walk down the likes; else they are looked up and sorted. The negative sign keeps the planner from
    -- walking on its own account: it does not know how dear a document is to read.
    create function search_best(sees_hidden boolean, asked tsquery, share double precision, wanted integer)
    returns integer[]
    language plpgsql stable set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
    declare
      steps integer := 50 + least(3 * wanted / greatest(share, 0.001), 1000000)::integer;
      found integer[];
    begin
      -- A step of the walk costs some thirty times what a row costs that the index has named.
      if wanted / greatest(share, 0.001) * 30 < share * search_count('', sees_hidden) then
        if sees_hidden then
          found := array(select item_id from (
            select item_id, likes_count, sv from item_search order by likes_count desc, item_id limit steps
          ) as best where sv @@ asked order by likes_count desc, item_id limit wanted);
        else
          found := array(select item_id from (
            select item_id, likes_count, sv from item_search where visible order by likes_count desc, item_id limit steps
          ) as best where sv @@ asked order by likes_count desc, item_id limit wanted);
        end if;
        if cardinality(found) = wanted then return found; end if;
      end if;
      return array(
        select item_id from item_search where sv @@ asked and (visible or sees_hidden)
        order by -likes_count, item_id limit wanted);
    end $$;

    -- A page of items. \`asked\` is what the text asks of an item, \`filters\` what else (null: nothing). Items that bear
    -- the lexeme \`counted\` are counted already; \`uncounted\` is what must be counted besides (null: nothing), unless \`known_stamp\`
    -- still stands for the index: then \`known_total\` is right. With the sort 'names' come first the items of \`names\`,
    -- then those of \`senses\`, one query after the other, then the rest; what matches one of \`names\` matches \`asked\`.
    -- Sequential scans are off, because above some 70 % of matches the planner would otherwise read the whole table.
    create function search_page(
      sees_hidden boolean, asked tsquery, filters tsquery, counted text, uncounted tsquery, names tsquery[],
      senses tsquery[], sort text, first integer, skip integer, known_stamp bigint, known_total integer
    ) returns table (total integer, stamp bigint, item_ids integer[])
    language plpgsql stable set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
    declare
      needed tsquery := coalesce(asked && filters, asked, filters);
      wanted integer := first + skip;
      share double precision;
      before tsquery;
      sense tsquery;
    begin
      stamp := search_stamp();
      if stamp = known_stamp then
        total := known_total;
      else
        total := case when counted is null then 0 else search_count(counted, sees_hidden) end;
        if uncounted is not null and sees_hidden then
          total := total + (select count(*) from item_search where sv @@ uncounted);
        elsif uncounted is not null then
          total := total + (select count(*) from item_search where sv @@ uncounted and visible);
        end if;
      end if;
      item_ids := '{}';
      if total <= skip then
        return next;
        return;
      end if;
      share := total / greatest(search_count('', sees_hidden), 1)::double precision;

      if sort = 'names' or sort = 'likes desc' and needed is not null then
        foreach sense in array names loop
          exit when cardinality(item_ids) >= wanted;
          item_ids := item_ids || search_best(
            sees_hidden, coalesce(sense && filters && !!before, sense && filters, sense && !!before, sense), 0,
            wanted - cardinality(item_ids));
          before := coalesce(before || sense, sense);
        end loop;
        foreach sense in array senses || null::tsquery loop
          exit when cardinality(item_ids) >= least(wanted, total);
          item_ids := item_ids || search_best(
            sees_hidden, needed && coalesce(sense && !!before, sense, !!before, needed), share,
            wanted - cardinality(item_ids));
          before := coalesce(before || sense, sense);
        end loop;
        item_ids := item_ids[skip + 1 : wanted];
        return next;
        return;
      end if;

      execute 'select array(select item_id from item_search where '
        || case when needed is null then 'true' else 'sv @@ $1' end
        || case when sees_hidden then '' else ' and visible' end
        || ' order by '
        || case sort
          when 'likes desc' then 'likes_count desc, item_id'
          when 'likes asc' then 'likes_count, item_id desc'
          when 'ru asc' then 'sort_ru, item_id'
          when 'ru desc' then 'sort_ru desc, item_id desc'
          when 'en asc' then 'sort_en, item_id'
          when 'en desc' then 'sort_en desc, item_id desc'
        end || ' limit $2 offset $3)'
      into item_ids using needed, first, skip;
      return next;
    end $$;
  `);

export const down = (db: Knex) =>
  db.raw('drop function search_page, search_best, search_exists, search_count');
