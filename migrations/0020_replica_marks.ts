// What a reader of a replica must have seen: every item that has gone from sight, and a person's own writes.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- One row. It grows in the transaction that hides or removes an item, so a replica that shows this version (or a later
    -- one) has hidden the item too. The trigger waits for the end of the transaction: whoever holds the row waits for
    -- nobody else.
    create table catalogue_sight (
      only_row boolean primary key default true constraint catalogue_sight_only_row_ck check (only_row),
      version bigint not null default 0
    );
    insert into catalogue_sight default values;

    create function item_left_sight() returns trigger language plpgsql as $$
    begin
      update catalogue_sight set version = version + 1;
      return null;
    end $$;
    create constraint trigger items_left_sight after update on items
      deferrable initially deferred for each row
      when (old.admin_visibility = 'visible' and new.admin_visibility <> 'visible'
        or old.removed_at is null and new.removed_at is not null)
      execute function item_left_sight();
    create constraint trigger items_deleted after delete on items
      deferrable initially deferred for each row execute function item_left_sight();

    -- Where the primary's log stood after a person's last write. Kept only while a replica is configured.
    create table own_writes (
      user_id integer primary key references users on delete cascade,
      position pg_lsn not null
    );
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table own_writes;
    drop trigger items_left_sight on items;
    drop trigger items_deleted on items;
    drop function item_left_sight();
    drop table catalogue_sight;
  `);
