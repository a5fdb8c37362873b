// Search: recorded changes of the catalogue and custom vocabulary.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- What has changed of the searched facts, and in which transaction. A process knows by the snapshot of its last reading
    -- which rows it has not seen yet; so it misses nothing, in whatever order transactions end, and writers wait for nobody.
    create table search_changes (
      xid xid8 not null default pg_current_xact_id(),
      -- item: texts, tags, tasks, cases, whether it is there and seen. likes: how many. taught: what admins taught.
      -- rules: what may go into a service. all: everything.
      kind text not null constraint search_changes_kind_ck check (kind in ('item', 'likes', 'taught', 'rules', 'all')),
      -- Of an item or its likes; whether it is still there is read from the catalogue.
      item_id integer,
      at timestamptz not null default clock_timestamp(),
      constraint search_changes_item_ck check ((kind in ('item', 'likes')) = (item_id is not null))
    );
    create index search_changes_at_ix on search_changes (at);
    create index search_changes_xid_ix on search_changes (xid);

    create table search_synonyms (
      id integer generated always as identity constraint search_synonyms_pk primary key,
      word text not null,
      synonym text not null,
      created_at timestamptz not null default now(),
      constraint search_synonyms_uq unique (word, synonym)
    );

    -- Words that say a concept.
    create table search_words (
      id integer generated always as identity constraint search_words_pk primary key,
      word text not null,
      -- The id of a concept of the thesaurus, which lives in files.
      concept text not null,
      constraint search_words_uq unique (word, concept)
    );

    create table search_concepts (
      id integer generated always as identity constraint search_concepts_pk primary key,
      name_ru text not null,
      name_en text not null,
      -- What it is said with besides its names.
      words_ru text[] not null,
      words_en text[] not null,
      -- The id of the concept of the thesaurus of which it is a kind; null where it is of none.
      broader text
    );

    -- The wish list of the catalogue; nobody's name is kept.
    create table zero_result_searches (
      day date not null,
      language text not null,
      text text not null,
      count integer not null default 1,
      constraint zero_result_searches_pk primary key (day, language, text),
      constraint zero_result_searches_language_ck check (language in ('ru', 'en'))
    );
    create index zero_result_searches_text_ix on zero_result_searches (language, text);

    create function search_on_items() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      insert into search_changes (kind) values ('all');
    elsif tg_op = 'INSERT' then
      insert into search_changes (kind, item_id) select 'item', id from new_rows;
    elsif tg_op = 'DELETE' then
      insert into search_changes (kind, item_id) select 'item', id from old_rows;
    else
      insert into search_changes (kind, item_id)
      select case when now is distinct from before then 'item' else 'likes' end, id
      from (
        select new_rows.id, new_rows.likes_count as likes, old_rows.likes_count as likes_before,
          row(new_rows.title_ru, new_rows.title_en, new_rows.description_ru, new_rows.description_en,
            new_rows.admin_visibility, new_rows.removed_at) as now,
          row(old_rows.title_ru, old_rows.title_en, old_rows.description_ru, old_rows.description_en,
            old_rows.admin_visibility, old_rows.removed_at) as before
        from new_rows join old_rows using (id)
      ) as change
      where now is distinct from before or likes <> likes_before;
    end if;
    return null;
  end $$;
    create trigger items_search_insert after insert on items
      referencing new table as new_rows for each statement execute function search_on_items();
    create trigger items_search_update after update on items
      referencing old table as old_rows new table as new_rows for each statement execute function search_on_items();
    create trigger items_search_delete after delete on items
      referencing old table as old_rows for each statement execute function search_on_items();
    create trigger items_search_truncate after truncate on items
      for each statement execute function search_on_items();

    -- For the tables that say more of an item: its tags, its tasks, its cases.
    create function search_on_item_facts() returns trigger language plpgsql as $$
  begin
    if tg_op = 'TRUNCATE' then
      insert into search_changes (kind) values ('all');
      return null;
    end if;
    if tg_op <> 'DELETE' then
      insert into search_changes (kind, item_id) select distinct 'item', item_id from new_rows;
    end if;
    if tg_op <> 'INSERT' then
      insert into search_changes (kind, item_id) select distinct 'item', item_id from old_rows;
    end if;
    return null;
  end $$;
    create trigger item_tags_search_insert after insert on item_tags
      referencing new table as new_rows for each statement execute function search_on_item_facts();
    create trigger item_tags_search_update after update on item_tags
      referencing old table as old_rows new table as new_rows for each statement execute function search_on_item_facts();
    create trigger item_tags_search_delete after delete on item_tags
      referencing old table as old_rows for each statement execute function search_on_item_facts();
    create trigger item_tags_search_truncate after truncate on item_tags
      for each statement execute function search_on_item_facts();
    create trigger item_tasks_search_insert after insert on item_tasks
      referencing new table as new_rows for each statement execute function search_on_item_facts();
    create trigger item_tasks_search_update after update on item_tasks
      referencing old table as old_rows new table as new_rows for each statement execute function search_on_item_facts();
    create trigger item_tasks_search_delete after delete on item_tasks
      referencing old table as old_rows for each statement execute function search_on_item_facts();
    create trigger item_tasks_search_truncate after truncate on item_tasks
      for each statement execute function search_on_item_facts();
    create trigger use_cases_search_insert after insert on use_cases
      referencing new table as new_rows for each statement execute function search_on_item_facts();
    create trigger use_cases_search_delete after delete on use_cases
      referencing old table as old_rows for each statement execute function search_on_item_facts();
    create trigger use_cases_search_truncate after truncate on use_cases
      for each statement execute function search_on_item_facts();

    create function search_on_use_case() returns trigger language plpgsql as $$
  begin
    insert into search_changes (kind, item_id)
    select 'item', item_id from unnest(array[old.item_id, new.item_id]) as item_id group by item_id;
    return null;
  end $$;
    -- Not for the likes of cases.
    create trigger use_cases_search_update after update of item_id, description_ru, description_en, deleted_at on
      use_cases
      for each row
      when ((old.item_id, old.description_ru, old.description_en, old.deleted_at)
        is distinct from (new.item_id, new.description_ru, new.description_en, new.deleted_at))
      execute function search_on_use_case();

    create function search_on_tag() returns trigger language plpgsql as $$
  begin
    insert into search_changes (kind, item_id) select distinct 'item', item_id from item_tags where tag_id = new.id;
    return null;
  end $$;
    create trigger tags_search_update after update of original_name, name_ru, name_en on tags
      for each row
      when ((old.original_name, old.name_ru, old.name_en)
        is distinct from (new.original_name, new.name_ru, new.name_en))
      execute function search_on_tag();

    -- Whoever comes to another company takes along what they use. A like that is put or taken is known by its number.
    create function search_on_company_of_user() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind, item_id) select 'likes', item_id from item_likes where user_id = new.id;
      return null;
    end $$;
    create trigger users_search_update after update of company_key on users
      for each row
      when (old.company_key is distinct from new.company_key)
      execute function search_on_company_of_user();

    create function search_on_taught() returns trigger language plpgsql as $$
  begin
    insert into search_changes (kind) values ('taught');
    return null;
  end $$;
    create trigger search_synonyms_search after insert or delete or update or truncate on search_synonyms
      for each statement execute function search_on_taught();
    create trigger search_words_search after insert or delete or update or truncate on search_words
      for each statement execute function search_on_taught();
    create trigger search_concepts_search after insert or delete or update or truncate on search_concepts
      for each statement execute function search_on_taught();

    create function search_on_rules() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind) values ('rules');
      return null;
    end $$;
    create trigger data_rules_search after insert or delete or update or truncate on data_rules
      for each statement execute function search_on_rules();

    create function search_changed_since(known pg_snapshot)
      returns boolean
      language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set
        enable_bitmapscan = off as $$
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

    -- Items in the given order: the version of the card, and how the reader stands towards the item.
    create function item_views(reader integer, ids integer[])
      returns table(id integer, version text, is_liked boolean, own_use_cases_count integer)
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

    -- Items in the given order, as far as the reader sees them now: what "item_views" says of them, in one row at least, with
    -- whether the index that named them is behind.
    create function search_views(reader integer, sees_hidden boolean, ids integer[], known pg_snapshot)
      returns table(is_behind boolean, id integer, version text, is_liked boolean, own_use_cases_count integer)
      language plpgsql stable rows 12 set plan_cache_mode = force_generic_plan set jit = off as $$
  declare
    is_late boolean := search_changed_since(known);
    stamps text := '.' || (select coalesce(bit_xor(stamp), 0) from card_stamps);
  begin
    return query
    select is_late, items.id, items.xmin::text || stamps,
      exists (select from item_likes where user_id = reader and item_id = items.id),
      (select count(*)::integer from use_cases
       where user_id = reader and item_id = items.id and deleted_at is null)
    from unnest(ids) with ordinality as place (item_id, number) join items on items.id = place.item_id
    where removed_at is null and (admin_visibility = 'visible' or sees_hidden)
    order by place.number;
    if not found then return query select is_late, null::integer, null, null::boolean, null::integer; end if;
  end $$;

    -- Items in the given order, as far as the reader sees them now: what "item_views" says of them, the rule of a company for a plan
    -- as it is stored, and whether the reader has an open request for access; in one row at least, with whether the index that
    -- named them is behind.
    create function page_views(reader integer, company text, plan text, sees_hidden boolean, ids integer[], known
      pg_snapshot)
      returns table(is_behind boolean, id integer, version text, is_liked boolean, own_use_cases_count integer, rule
        jsonb, is_past_review boolean, has_request boolean)
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

    -- Of the given items those that the reader sees now, in no order, with the versions of their cards in the same one; which of them
    -- the reader has marked or has an open request for, once for each of the reader's cases which they are of, and by their ids the
    -- rules of a company for a plan as they are stored; and whether the index that named the items is behind.
    create function seen_page(reader integer, company text, plan text, sees_hidden boolean, asked integer[], known
      pg_snapshot)
      returns table(is_behind boolean, ids integer[], versions text[], stamps text, liked integer[], own_cases
        integer[], requested integer[], rules jsonb)
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
