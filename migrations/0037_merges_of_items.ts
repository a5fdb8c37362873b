// Doubles that were merged into one: the old id leads to the new one, and what was moved can be moved back.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table items
      add column merged_into integer constraint items_merged_into_fk references items on delete set null,
      -- A merged item is no card of its own; no run may make it one.
      add constraint items_merged_ck check (merged_into is null or removed_at is not null);
    create index items_merged_into_ix on items (merged_into) where merged_into is not null;

    create table item_merges (
      id integer generated always as identity constraint item_merges_pk primary key,
      kept_id integer not null constraint item_merges_kept_fk references items on delete cascade,
      merged_id integer not null constraint item_merges_merged_fk references items on delete cascade,
      merged_at timestamptz not null,
      merged_by integer constraint item_merges_merger_fk references users on delete set null,
      -- What becomes of the other bookmark: kept as a second one of the same service, or trashed in the bookmarks service.
      bookmark text not null constraint item_merges_bookmark_ck check (bookmark in ('keep', 'trash')),
      bookmark_state text not null default 'left' constraint item_merges_state_ck
        check (bookmark_state in ('left', 'trashWanted', 'trashed', 'restoreWanted', 'restored')),
      -- The bookmark as it was before it went to the trash, and what was moved.
      trashed jsonb,
      moved jsonb not null,
      -- The entry of the record that holds what the kept item's texts were.
      change_id bigint,
      undone_at timestamptz,
      undone_by integer constraint item_merges_undoer_fk references users on delete set null
    );
    create unique index item_merges_standing_uq on item_merges (merged_id) where undone_at is null;
    create index item_merges_kept_ix on item_merges (kept_id);
    create index item_merges_merger_ix on item_merges (merged_by);
    create index item_merges_undoer_ix on item_merges (undone_by);

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
    begin
      perform from items where id = new.item_id and merged_into is not null for key share;
      if found then new.item_id := item_now(new.item_id); end if;
      return new;
    end $$;
    create trigger item_likes_follow_merge before insert on item_likes
      for each row execute function items_follow_merge();
    create trigger use_cases_follow_merge before insert on use_cases
      for each row execute function items_follow_merge();
    create trigger complaints_follow_merge before insert on complaints
      for each row execute function items_follow_merge();
    create trigger access_requests_follow_merge before insert on access_requests
      for each row when (new.item_id is not null) execute function items_follow_merge();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger item_likes_follow_merge on item_likes;
    drop trigger use_cases_follow_merge on use_cases;
    drop trigger complaints_follow_merge on complaints;
    drop trigger access_requests_follow_merge on access_requests;
    drop function items_follow_merge, item_now;
    drop table item_merges;
    alter table items drop constraint items_merged_ck, drop column merged_into;
  `);
