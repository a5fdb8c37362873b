// Finds a page: its total and its ids in order, in one call.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- In how many items a lexeme stands; the empty lexeme: how many items there are.
    create function search_count(counted text, sees_hidden boolean) returns integer
    language sql stable parallel safe as $$
      select (coalesce((
          select case when sees_hidden then items else visible_items end from search_counts where lexeme = counted), 0)
        + coalesce((
          select sum(case when sees_hidden then items else visible_items end)
          from search_count_steps where lexeme = counted), 0))::integer
    $$;

    -- A page of items. \`needed\` is what an item must match (null: nothing is asked). With the sort 'names' come first:
    -- titles equal to the text, titles that begin with it, titles that contain its words; then what matches the queries of
    -- \`senses\`, one after the other; then the rest. \`counted\` is the one lexeme that \`needed\` consists of, whose count
    -- is kept already.
    -- Sequential scans are off, because above some 70 % of matches the planner would otherwise read the whole table; plans
    -- are made for the very words, because how often a word stands in the catalogue decides which one is good.
    create function search_page(
      sees_hidden boolean, needed tsquery, counted text, equal tsquery, begins tsquery, titled tsquery,
      senses tsquery[], sort text, first integer, skip integer
    ) returns table (total integer, item_ids integer[])
    language plpgsql stable set enable_seqscan = off set jit = off as $$
    declare
      visibly text := case when sees_hidden then '' else ' and visible' end;
      matching text := case when needed is null then 'true' else 'sv @@ $1' end;
      named tsquery := begins || titled;
      before tsquery;
      sense tsquery;
      more integer[];
    begin
      if counted is not null then
        total := search_count(counted, sees_hidden);
      else
        execute 'select count(*) from item_search where ' || matching || visibly into total using needed;
      end if;
      if sort <> 'names' then
        execute 'select array(select item_id from item_search where ' || matching || visibly || ' order by '
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
        return;
      end if;
      execute 'select array(select item_id from item_search where sv @@ $1' || visibly
        || ' order by case when sv @@ $2 then 0 when sv @@ $3 then 1 else 2 end, likes_count desc, item_id limit $4)'
      into item_ids using needed && named, equal, begins, first + skip;
      before := named;
      foreach sense in array senses || null::tsquery loop
        exit when cardinality(item_ids) >= least(first + skip, total);
        execute 'select array(select item_id from item_search where sv @@ $1' || visibly
          || ' order by likes_count desc, item_id limit $2)'
        into more
        using needed && coalesce(sense && !!before, !!before), first + skip - cardinality(item_ids);
        item_ids := item_ids || more;
        before := before || sense;
      end loop;
      item_ids := item_ids[skip + 1 : skip + first];
      return next;
    end $$;
  `);

export const down = (db: Knex) => db.raw('drop function search_page, search_count');
