// The one place that fills the search index: the database itself, in the transaction of whoever writes.
import type { Knex } from 'knex';

const tables = `
    -- The words of items, each with whether it stands in a title and whether everybody sees the item.
    create function search_item_words(ids integer[])
    returns table (item_id integer, word text, in_title boolean, visible boolean) language sql stable as $$
      with item as materialized (select * from items where id = any (ids))
      select id, part.word, bool_or(part.in_title),
        id in (select id from item where removed_at is null and admin_visibility = 'visible')
      from (
        select id, unnest(search_name_words(title_ru)), true from item
        union all
        select id, unnest(search_name_words(title_en)), true from item
        union all
        select id, unnest(search_words_of(description_ru) || search_words_of(description_en)), false from item
        union all
        select link.item_id, unnest(tag_search.words), false
        from item_tags as link
        join tags on tags.id = link.tag_id and not tags.is_approval
        join tag_search on tag_search.tag_id = link.tag_id
        where link.item_id = any (ids)
      ) as part (id, word, in_title)
      group by id, part.word
    $$;

    create function search_index(ids integer[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
    begin
      with
      entry as materialized (
        select * from search_item_words(ids)
      ),
      distinct_word as materialized (
        select word, search_lexeme(word) as lexeme, bool_or(in_title) as in_title, bool_or(visible) as visible
        from entry group by word
      ),
      learnt as (
        insert into search_words
        select fresh.word, lexeme, sound, search_skeleton(sound), search_family(fresh.word), search_gaps(fresh.word),
          in_title, visible
        from distinct_word as fresh cross join search_sound(fresh.word) as sound
        where lexeme is not null
          and not exists (select from search_words as known where known.word = fresh.word)
        order by fresh.word
        on conflict do nothing
      ),
      seen as (
        update search_words as known
        set in_title = known.in_title or again.in_title, was_visible = known.was_visible or again.visible
        from distinct_word as again
        where again.word = known.word
          and (again.in_title and not known.in_title or again.visible and not known.was_visible)
      ),
      fact as (
        select entry.item_id, lexeme from entry join distinct_word using (word) where lexeme is not null
        union all
        select entry.item_id, 'n=' || name
        from entry join distinct_word using (word) cross join unnest(array[word, lexeme]) as name
        where entry.in_title and name is not null
        union all
        select items.id, 'k=' || key
        from items cross join unnest(array[search_name_key(title_ru), search_name_key(title_en)]) as key
        where items.id = any (ids) and key <> ''
        union all
        select item_id, unnest(case when is_approval
          then array['t=' || original_name, 'a=' || lower(original_name)] else array['t=' || original_name] end)
        from item_tags join tags on tags.id = item_tags.tag_id
        where item_id = any (ids)
      ),
      -- A document holds every lexeme once.
      document as materialized (select item_id, array_to_tsvector(array_agg(lexeme)) as sv from fact group by item_id)
      insert into item_search (item_id, visible, likes_count, sort_ru, sort_en, sv)
      select id, admin_visibility = 'visible', likes_count,
        search_sort_key(coalesce(title_ru, title_en)), search_sort_key(coalesce(title_en, title_ru)),
        coalesce(document.sv, '')
      from items left join document on document.item_id = items.id
      where id = any (ids) and removed_at is null
      order by id
      on conflict (item_id) do update set visible = excluded.visible, likes_count = excluded.likes_count,
        sort_ru = excluded.sort_ru, sort_en = excluded.sort_en, sv = excluded.sv;
    end $$;

    -- Brings the index of these items up to date. Whoever changes an item holds its row until the end, so two changes at
    -- once are indexed one after the other and the second sees both.
    create function search_refresh(ids integer[]) returns void language plpgsql as $$
    begin
      perform from items where id = any (ids) order by id for no key update;
      delete from item_search
      where item_id = any (ids)
        and not exists (select from items where items.id = item_id and removed_at is null);
      for place in 1 .. coalesce(cardinality(ids), 0) by 250 loop
        perform search_index(ids[place : place + 249]);
      end loop;
    end $$;

    create function search_refresh_tag(changed integer) returns void language plpgsql as $$
    begin
      insert into tag_search (tag_id, words, phrases, sv)
      select id, words,
        array(select distinct key from unnest(array[original_name, name_ru, name_en]) as name
          cross join unnest(array['s=' || search_phrase_key(name), 'f=' || search_phrase_family(name)]) as key),
        coalesce(array_to_tsvector(array(
        select 'n=' || word
        from unnest(words) as raw cross join unnest(array[raw, search_lexeme(raw)]) as word
        where word is not null
        union
        select 'k=' || search_name_key(name) from unnest(array[original_name, name_ru, name_en]) as name
      )), '')
      from tags
        cross join lateral (
          select array(
            select distinct word from unnest(array[original_name, name_ru, name_en]) as name
              cross join unnest(search_words_of(name) || search_joined(search_words_of(name))) as word)
        ) as read (words)
      where id = changed
      on conflict (tag_id) do update set words = excluded.words, phrases = excluded.phrases,
        sv = excluded.sv;
    end $$;

    -- Builds everything anew, for a database whose rows were put back without these triggers. The large index is quicker to
    -- build at once than row by row.
    create function search_rebuild() returns void language plpgsql as $$
    begin
      truncate item_search, search_words, tag_search;
      drop index item_search_sv_ix;
      perform search_refresh_tag(id) from tags;
      perform search_refresh(array(select id from items where removed_at is null order by id));
      create index item_search_sv_ix on item_search using gin (sv) with (fastupdate = off);
    end $$;
`;

const triggers = `
    create function search_on_items() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform search_refresh(array(select id from new_rows order by id));
        return null;
      end if;
      update item_search set likes_count = new_rows.likes_count
      from new_rows join old_rows using (id)
      where item_id = id and new_rows.likes_count <> old_rows.likes_count;
      perform search_refresh(changed.ids)
      from (
        select array_agg(id order by id) as ids from new_rows join old_rows using (id)
        where (new_rows.title_ru, new_rows.title_en, new_rows.description_ru, new_rows.description_en,
            new_rows.admin_visibility, new_rows.removed_at)
          is distinct from (old_rows.title_ru, old_rows.title_en, old_rows.description_ru, old_rows.description_en,
            old_rows.admin_visibility, old_rows.removed_at)
      ) as changed
      where changed.ids is not null;
      return null;
    end $$;
    create trigger items_search_insert after insert on items
      referencing new table as new_rows for each statement execute function search_on_items();
    create trigger items_search_update after update on items
      referencing old table as old_rows new table as new_rows for each statement execute function search_on_items();

    create function search_on_item_tags() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        perform search_refresh(array(select distinct item_id from new_rows order by item_id));
      end if;
      if tg_op <> 'INSERT' then
        perform search_refresh(array(select distinct item_id from old_rows order by item_id));
      end if;
      return null;
    end $$;
    create trigger item_tags_search_insert after insert on item_tags
      referencing new table as new_rows for each statement execute function search_on_item_tags();
    create trigger item_tags_search_update after update on item_tags
      referencing old table as old_rows new table as new_rows for each statement execute function search_on_item_tags();
    create trigger item_tags_search_delete after delete on item_tags
      referencing old table as old_rows for each statement execute function search_on_item_tags();

    create function search_on_tag() returns trigger language plpgsql as $$
    begin
      perform search_refresh_tag(new.id);
      if tg_op = 'UPDATE' then
        perform search_refresh(array(select item_id from item_tags where tag_id = new.id order by item_id));
      end if;
      return null;
    end $$;
    create trigger tags_search_insert after insert on tags for each row execute function search_on_tag();
    create trigger tags_search_update after update of original_name, name_ru, name_en on tags for each row
      when ((old.original_name, old.name_ru, old.name_en) is distinct from (new.original_name, new.name_ru, new.name_en))
      execute function search_on_tag();
`;

export const up = async (db: Knex) => {
  await db.raw(tables);
  await db.raw(triggers);
  await db.raw('select search_rebuild()');
};

export const down = (db: Knex) =>
  db.raw(`
    drop trigger items_search_insert on items;
    drop trigger items_search_update on items;
    drop trigger item_tags_search_insert on item_tags;
    drop trigger item_tags_search_update on item_tags;
    drop trigger item_tags_search_delete on item_tags;
    drop trigger tags_search_insert on tags;
    drop trigger tags_search_update on tags;
    drop function search_on_tag, search_on_item_tags, search_on_items, search_rebuild, search_refresh_tag, search_refresh, search_index, search_item_words;
  `);
