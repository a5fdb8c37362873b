// The catalogue: items, tags, likes, and what was last agreed with the bookmarks service per item.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
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
      admin_visibility text not null default 'visible'
        constraint items_visibility_ck check (admin_visibility in ('visible', 'hidden')),
      admin_notes text not null default '',
      sync_status text not null default 'synced'
        constraint items_sync_status_ck check (sync_status in ('local', 'synced', 'differs', 'removed')),
      likes_count integer not null default 0 constraint items_likes_ck check (likes_count >= 0),
      use_cases_count integer not null default 0 constraint items_use_cases_ck check (use_cases_count >= 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Deleted by an admin's decision; kept so that the decision can be undone.
      removed_at timestamptz,
      constraint items_title_ck check (title_ru is not null or title_en is not null)
    );
    create index items_normalised_url_ix on items (normalised_url);

    create table tags (
      id integer generated always as identity constraint tags_pk primary key,
      original_name text not null constraint tags_original_name_uq unique,
      name_ru text not null,
      name_en text not null,
      is_approval boolean generated always as (lower(original_name) ~ 'approved$') stored,
      -- Visible items that bear the tag, and all items that do.
      visible_count integer not null default 0 constraint tags_visible_count_ck check (visible_count >= 0),
      total_count integer not null default 0 constraint tags_total_count_ck check (total_count >= 0)
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
    create index item_likes_item_ix on item_likes (item_id, created_at desc);

    -- What both sides last agreed on: the base of every comparison.
    create table agreed_bookmarks (
      item_id integer constraint agreed_bookmarks_pk primary key
        constraint agreed_bookmarks_item_fk references items on delete cascade,
      title text not null,
      excerpt text not null,
      note text not null,
      link text not null,
      tags text[] not null,
      media_type text not null,
      media_source text not null,
      cover text not null,
      agreed_at timestamptz not null default now()
    );

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

    create function tags_count_item() returns trigger language plpgsql as $$
    declare
      link item_tags := coalesce(new, old);
      step integer := case when tg_op = 'INSERT' then 1 else -1 end;
      item items;
    begin
      select * into item from items where id = link.item_id;
      -- The item itself is being deleted: its own trigger has counted already.
      if item.id is null then return null; end if;
      update tags set
        total_count = total_count + case when item.removed_at is null then step else 0 end,
        visible_count = visible_count
          + case when item.removed_at is null and item.admin_visibility = 'visible' then step else 0 end
      where id = link.tag_id;
      return null;
    end $$;
    create trigger item_tags_count after insert or delete on item_tags
      for each row execute function tags_count_item();

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
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table agreed_bookmarks, item_likes, item_tags, tags, items;
    drop function items_count_like, tags_count_item, tags_count_visibility;
  `);
