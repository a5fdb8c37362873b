// History of removed likes, and indexes by time for the insights.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Likes that ended; nothing is changed but that a deleted person goes. Those that stand are in item_likes.
    create table removed_likes (
      id integer generated always as identity constraint removed_likes_pk primary key,
      item_id integer not null constraint removed_likes_item_fk references items on delete cascade,
      -- Null for a deleted account.
      user_id integer constraint removed_likes_user_fk references users on delete set null,
      company_key text constraint removed_likes_company_fk references companies on delete set null,
      liked_at timestamptz not null,
      removed_at timestamptz not null,
      is_demo boolean not null default false,
      constraint removed_likes_order_ck check (liked_at <= removed_at)
    );
    create index removed_likes_item_ix on removed_likes (item_id);
    create index removed_likes_user_ix on removed_likes (user_id);
    create index removed_likes_company_ix on removed_likes (company_key);
    create index removed_likes_removed_ix on removed_likes (removed_at);
    create index removed_likes_demo_ix on removed_likes (removed_at) where is_demo;

    -- Since when removed likes are kept: one row.
    create table removed_likes_start (since timestamptz not null);
    insert into removed_likes_start values (now());

    create index item_likes_created_ix on item_likes (created_at);
    create index use_cases_created_ix on use_cases (created_at) where deleted_at is null;
    create index use_case_likes_created_ix on use_case_likes (created_at);
    create index access_requests_created_ix on access_requests (created_at);

    -- Whoever removes a like records it. A merge moves likes and says so; the likes of a deleted item are no sign of its users.
    create function record_removed_like() returns trigger language plpgsql as $$
    begin
      if current_setting('loadout.moves_likes', true) = 'on' then return null; end if;
      insert into removed_likes (item_id, user_id, company_key, liked_at, removed_at, is_demo)
      select old.item_id, users.id, users.company_key, least(old.created_at, now()), now(), users.is_demo
      from users join items on items.id = old.item_id where users.id = old.user_id;
      return null;
    end $$;
    create trigger item_likes_record_removed after delete on item_likes
      for each row execute function record_removed_like();
  `);
