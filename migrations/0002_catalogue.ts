// The catalogue: items, tags, likes, links, pictures, tasks, and the version of each card.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(String.raw`
    -- The host of an address backwards, with a dot behind it: a site and what stands under it are one stretch of an index.
    create function address_site(address text) returns text language sql immutable strict parallel safe as $$
      select reverse(regexp_replace(
        regexp_replace(lower(address), '^(https{0,1}://){0,1}(www[.]){0,1}', ''), '[^a-z0-9._-].*$', '')) || '.'
    $$;

    -- As nameKey of the imports writes a name, which folds its letters by foldLetters of the search. What lower case is of İ and of a
    -- last Σ depends on the collation.
    create function item_name_key(name text) returns text language sql immutable strict parallel safe as $$
      select btrim(regexp_replace(
        translate(replace(lower(translate(normalize(name, nfkc), 'İ', 'i') collate "default"), U&'i\0307', 'i'), 'ёς''’‘ʼ', 'еσ'),
        '\s+', ' ', 'g'))
    $$;

    create table items (
      id integer generated always as identity constraint items_pk primary key,
      -- Id in the bookmarks service; an item is one bookmark, not one address.
      bookmark_id bigint constraint items_bookmark_uq unique,
      title_ru text,
      title_en text,
      description_ru text,
      description_en text,
      image_url text,
      source_url text not null constraint items_source_url_ck check (source_url ~* '^(http|https)://'),
      -- The address without its accidents, to find duplicates and bookmarks that come back under another id.
      normalised_url text not null,
      media_type text not null default 'link',
      media_source text not null default '',
      admin_visibility text not null default 'visible' constraint items_visibility_ck
        check (admin_visibility in ('visible', 'hidden')),
      admin_notes text not null default '',
      sync_status text not null default 'synced' constraint items_sync_status_ck
        check (sync_status in ('local', 'synced', 'differs', 'removed')),
      likes_count integer not null default 0 constraint items_likes_ck check (likes_count >= 0),
      use_cases_count integer not null default 0 constraint items_use_cases_ck check (use_cases_count >= 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Deleted by an admin's decision; kept so that the decision can be undone.
      removed_at timestamptz,
      -- Which texts a machine has translated, and from which: {"title_en": {"text": md5, "from": md5}}.
      machine_texts jsonb not null default '{}',
      -- The version of a card is the row of its item (xmin), so whoever changes its tags or its experts' cases touches the item.
      card_changes integer not null default 0,
      is_demo boolean not null default false,
      merged_into integer constraint items_merged_into_fk references items on delete set null,
      bookmark_wanted boolean not null default false,
      -- Until when somebody is making the wanted bookmark.
      bookmark_writing_until timestamptz,
      site_image_url text,
      -- A merged item is no card of its own; no run may make it one.
      constraint items_merged_ck check (merged_into is null or removed_at is not null),
      constraint items_title_ck check (title_ru is not null or title_en is not null)
    );
    create index items_bookmark_wanted_ix on items (normalised_url) where bookmark_wanted and bookmark_id is null;
    create index items_demo_ix on items (id) where is_demo;
    create index items_image_url_ix on items using hash (image_url) where image_url is not null;
    create index items_merged_into_ix on items (merged_into) where merged_into is not null;
    create index items_name_en_ix on items using hash (item_name_key(title_en));
    create index items_name_ru_ix on items using hash (item_name_key(title_ru));
    create index items_normalised_url_ix on items (normalised_url);
    create index items_site_image_url_ix on items using hash (site_image_url) where site_image_url is not null;
    create index items_site_ix on items (address_site(normalised_url) collate "C");
    comment on column items.card_changes is 'How often what surrounds the item has changed: its tags, its experts';

    create table tags (
      id integer generated always as identity constraint tags_pk primary key,
      original_name text not null constraint tags_original_name_uq unique,
      name_ru text not null,
      name_en text not null,
      is_approval boolean generated always as (lower(original_name) ~ 'approved$') stored,
      -- Visible items that bear the tag, and all items that do.
      visible_count integer not null default 0 constraint tags_visible_count_ck check (visible_count >= 0),
      total_count integer not null default 0 constraint tags_total_count_ck check (total_count >= 0),
      -- Whether an admin has said the names in both languages, though they be the tag itself.
      is_named boolean not null default false
    );
    create index tags_by_count_ix on tags (visible_count desc, original_name);

    create table item_tags (
      item_id integer not null constraint item_tags_item_fk references items on delete cascade,
      tag_id integer not null constraint item_tags_tag_fk references tags on delete cascade,
      position smallint not null default 0,
      constraint item_tags_pk primary key (item_id, tag_id)
    );
    create index item_tags_tag_ix on item_tags (tag_id, item_id);

    create table item_likes (
      user_id integer not null constraint item_likes_user_fk references users on delete cascade,
      item_id integer not null constraint item_likes_item_fk references items on delete cascade,
      created_at timestamptz not null default now(),
      constraint item_likes_pk primary key (user_id, item_id)
    );
    create index item_likes_latest_ix on item_likes (item_id, created_at desc, user_id);

    create table link_checks (
      item_id integer constraint link_checks_pk primary key constraint link_checks_item_fk
        references items on delete cascade,
      url text not null,
      checked_at timestamptz not null,
      -- ok, blocked (401, 403, 429: the site keeps robots out), failing, broken.
      state text not null constraint link_checks_state_ck check (state in ('ok', 'blocked', 'failing', 'broken')),
      status text not null,
      first_failed_at timestamptz,
      moved_to text
    );
    create index link_checks_checked_ix on link_checks (checked_at);
    create index link_checks_site_ix on link_checks (address_site(moved_to) collate "C") where moved_to is not null;

    create table site_pictures (
      item_id integer constraint site_pictures_pk primary key constraint site_pictures_item_fk
        references items on delete cascade,
      -- The address that was looked at: when the service has another one, the next look is due at once.
      source_url text not null,
      -- While somebody looks: until when nobody else does.
      next_look_at timestamptz not null,
      failures integer not null default 0 constraint site_pictures_failures_ck check (failures >= 0),
      -- Where the picture was found, and what was made of it (WebP); null where the site shows none.
      found_url text,
      picture bytea,
      constraint site_pictures_found_ck check ((found_url is null) = (picture is null))
    );
    create index site_pictures_found_url_ix on site_pictures using hash (found_url) where found_url is not null;

    create table item_tasks (
      item_id integer not null constraint item_tasks_item_fk references items on delete cascade,
      language text not null constraint item_tasks_language_ck check (language in ('ru', 'en')),
      -- Short phrases, as people would type them.
      tasks text[] not null,
      -- Of the texts from which the model has made them (md5); null where a person wrote them.
      made_from text,
      constraint item_tasks_pk primary key (item_id, language)
    );

    create table item_task_tries (
      item_id integer constraint item_task_tries_pk primary key constraint item_task_tries_item_fk
        references items on delete cascade,
      -- Hash of the texts that failed: when they change, the next try is due at once.
      texts text not null,
      attempts integer not null constraint item_task_tries_attempts_ck check (attempts > 0),
      next_try_at timestamptz not null
    );

    create table item_translation_tries (
      item_id integer constraint item_translation_tries_pk primary key constraint item_translation_tries_item_fk
        references items on delete cascade,
      -- Hash of the texts that failed: when they change, the next try is due at once.
      texts text not null,
      attempts integer not null constraint item_translation_tries_attempts_ck check (attempts > 0),
      next_try_at timestamptz not null
    );

    -- The part of the version that all cards share: names of people, tags and companies. Who changes one adds a random stamp
    -- and so waits for nobody; they are added up now and then.
    create table card_stamps (stamp bigint not null);

    -- Counters are kept by the database, so that they are right whoever writes.
    create function items_count_like() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update items set likes_count = likes_count + 1 where id = new.item_id;
      else
        update items set likes_count = likes_count - 1 where id = old.item_id;
      end if;
      return null;
    end $$;
    create trigger item_likes_count after insert or delete on item_likes
      for each row execute function items_count_like();

    create function tags_count_items() returns trigger language plpgsql as $$
    declare
      step integer := case when tg_op = 'INSERT' then 1 else -1 end;
    begin
      -- In one order, so that two writers never wait for each other.
      perform from tags where id in (select tag_id from changed) order by id for no key update;
      update tags set
        total_count = total_count + step * counted.there,
        visible_count = visible_count + step * counted.visible
      from (
        -- An item that is itself being deleted is not there any more: its own trigger has counted.
        select tag_id, count(*)::integer as there,
          (count(*) filter (where admin_visibility = 'visible'))::integer as visible
        from changed join items on items.id = item_id and removed_at is null
        group by tag_id
      ) as counted
      where tags.id = counted.tag_id;
      return null;
    end $$;
    create trigger item_tags_count_insert after insert on item_tags
      referencing new table as changed for each statement execute function tags_count_items();
    create trigger item_tags_count_delete after delete on item_tags
      referencing old table as changed for each statement execute function tags_count_items();

    create function tags_count_visibility() returns trigger language plpgsql as $$
    declare
      was_there integer := (old.removed_at is null)::integer;
      was_visible integer := (old.removed_at is null and old.admin_visibility = 'visible')::integer;
      is_there integer := 0;
      is_visible integer := 0;
    begin
      if tg_op = 'UPDATE' then
        is_there := (new.removed_at is null)::integer;
        is_visible := (new.removed_at is null and new.admin_visibility = 'visible')::integer;
      end if;
      if was_there <> is_there or was_visible <> is_visible then
        update tags set
          total_count = total_count + is_there - was_there,
          visible_count = visible_count + is_visible - was_visible
        where id in (select tag_id from item_tags where item_id = old.id);
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$;
    create trigger items_count_tags_on_change before update of admin_visibility, removed_at on items
      for each row execute function tags_count_visibility();
    create trigger items_count_tags_on_delete before delete on items
      for each row execute function tags_count_visibility();

    -- What the old site showed is not the new one's.
    create function site_picture_goes() returns trigger language plpgsql as $$
    begin
      new.site_image_url := null;
      return new;
    end $$;
    create trigger items_site_picture before update of source_url on items
      for each row
      when (new.source_url is distinct from old.source_url)
      execute function site_picture_goes();

    -- Where an id leads now: itself, or the item into which it was merged, over any number of merges.
    create function item_now(wanted integer) returns integer language sql stable as $$
      with recursive way (id, merged_into) as (
        select id, merged_into from items where id = wanted
        union
        select items.id, items.merged_into from way join items on items.id = way.merged_into
      )
      select id from way where merged_into is null limit 1
    $$;

    -- Whoever does something to a service at the moment of its merge, or by its old id, does it to the new one.
    create function items_follow_merge() returns trigger language plpgsql as $$
    declare
      next_id integer;
    begin
      loop
        -- The lock comes before the question: a row that is asked first and locked after is what it was before the merge.
        select merged_into into next_id from items where id = new.item_id for key share;
        exit when next_id is null;
        new.item_id := next_id;
      end loop;
      return new;
    end $$;
    create trigger item_likes_follow_merge before insert on item_likes
      for each row execute function items_follow_merge();

    -- A row that this transaction has written is new to everybody else as it is.
    create function items_touch(ids integer[]) returns void language sql as $$
      update items set card_changes = card_changes + 1
      from (select id from items where id = any (ids) order by id for no key update) as touched
      where items.id = touched.id and items.xmin <> pg_current_xact_id()::xid
    $$;

    create function items_touch_by_tags() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then perform items_touch(array(select distinct item_id from new_rows)); end if;
      if tg_op <> 'INSERT' then perform items_touch(array(select distinct item_id from old_rows)); end if;
      return null;
    end $$;
    create trigger item_tags_touch_insert after insert on item_tags
      referencing new table as new_rows for each statement execute function items_touch_by_tags();
    create trigger item_tags_touch_update after update on item_tags
      referencing old table as old_rows new table as new_rows for each statement execute function items_touch_by_tags();
    create trigger item_tags_touch_delete after delete on item_tags
      referencing old table as old_rows for each statement execute function items_touch_by_tags();

    create function card_stamps_add() returns trigger language plpgsql as $$
    begin
      insert into card_stamps values ((random() * 9007199254740991)::bigint);
      if (select count(*) from card_stamps) > 50 and pg_try_advisory_xact_lock(5176003) then
        with added as (delete from card_stamps returning stamp)
        insert into card_stamps select bit_xor(stamp) from added;
      end if;
      return null;
    end $$;
    create trigger companies_card_stamp after insert or delete or update on companies
      for each statement execute function card_stamps_add();
    create trigger tags_card_stamp after update of original_name, name_ru, name_en on tags
      for each row
      when ((old.original_name, old.name_ru, old.name_en)
        is distinct from (new.original_name, new.name_ru, new.name_en))
      execute function card_stamps_add();
    create trigger users_card_stamp after update of name, avatar_url, telegram_username, company_key, email,
      disabled_at on users
      for each row
      when ((old.name, old.avatar_url, old.telegram_username, old.company_key, old.email, old.disabled_at)
        is distinct from (new.name, new.avatar_url, new.telegram_username, new.company_key, new.email, new.disabled_at))
      execute function card_stamps_add();
  `);
