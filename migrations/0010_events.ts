// Events, what each reader of them still has before it, and the webhooks that send them on.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table events (
      id bigint generated always as identity constraint events_pk primary key,
      at timestamptz not null,
      -- server/modules/outbox/events.ts names the kinds, and what before and after hold.
      kind text not null,
      subject_kind text not null,
      subject_id text not null,
      -- The service that it is about; it may have gone since.
      item_id integer,
      actor_id integer constraint events_actor_fk references users on delete set null,
      before jsonb,
      after jsonb,
      -- Of which change it is a part, and which one it takes back: what people were told of it goes with it.
      change_id integer,
      takes_back integer
    );
    create index events_actor_ix on events (actor_id);
    create index events_at_ix on events (at);
    create index events_item_ix on events (item_id, id) where item_id is not null;

    create table event_readers (name text constraint event_readers_pk primary key);

    insert into event_readers (name) values ('notifications'), ('webhooks');

    create table event_queue (
      reader text not null constraint event_queue_reader_fk references event_readers on delete cascade,
      event_id bigint not null constraint event_queue_event_fk references events on delete cascade,
      constraint event_queue_pk primary key (reader, event_id)
    );
    create index event_queue_event_ix on event_queue (event_id);

    -- Whoever listens is told when the transaction ends, once for all that it wrote.
    create function events_on_insert() returns trigger language plpgsql as $$
    begin
      insert into event_queue (reader, event_id) select name, id from new_rows cross join event_readers;
      perform pg_notify('loadout_events', '');
      return null;
    end $$;
    create trigger events_insert after insert on events
      referencing new table as new_rows for each statement execute function events_on_insert();

    -- Services are written in many places: by runs, imports, edits, merges, translations. So the database itself says what became
    -- of them; nobody who writes one can forget it.
    create function events_on_items_added() returns trigger language plpgsql as $$
    begin
      insert into events (at, kind, subject_kind, subject_id, item_id, after)
      select now(), 'item_added', 'item', id, id,
        jsonb_build_object('titleRu', title_ru, 'titleEn', title_en, 'sourceUrl', source_url)
      from new_rows where removed_at is null order by id;
      return null;
    end $$;
    create trigger items_events_insert after insert on items
      referencing new table as new_rows for each statement execute function events_on_items_added();

    create function events_on_item_changed() returns trigger language plpgsql as $$
    declare
      said_before jsonb := jsonb_build_object('titleRu', old.title_ru, 'titleEn', old.title_en,
        'descriptionRu', left(old.description_ru, 300), 'descriptionEn', left(old.description_en, 300),
        'sourceUrl', old.source_url);
      said_after jsonb := jsonb_build_object('titleRu', new.title_ru, 'titleEn', new.title_en,
        'descriptionRu', left(new.description_ru, 300), 'descriptionEn', left(new.description_en, 300),
        'sourceUrl', new.source_url);
    begin
      if (old.title_ru, old.title_en, old.description_ru, old.description_en, old.source_url)
        is distinct from (new.title_ru, new.title_en, new.description_ru, new.description_en, new.source_url)
      then
        insert into events (at, kind, subject_kind, subject_id, item_id, before, after)
        values (now(), 'item_changed', 'item', new.id, new.id, said_before, said_after);
      end if;
      if old.admin_visibility <> new.admin_visibility then
        insert into events (at, kind, subject_kind, subject_id, item_id)
        values (now(), case new.admin_visibility when 'hidden' then 'item_hidden' else 'item_shown' end, 'item', new.id, new.id);
      end if;
      if (old.removed_at is null) <> (new.removed_at is null) then
        insert into events (at, kind, subject_kind, subject_id, item_id, after)
        values (now(), case when new.removed_at is null then 'item_back' else 'item_removed' end, 'item', new.id, new.id,
          jsonb_build_object('mergedInto', new.merged_into));
      end if;
      return null;
    end $$;
    create trigger items_events_update after update of title_ru, title_en, description_ru, description_en,
      source_url, admin_visibility, removed_at on items
      for each row
      when ((old.title_ru, old.title_en, old.description_ru, old.description_en, old.source_url, old.admin_visibility,
          old.removed_at is null)
        is distinct from (new.title_ru, new.title_en, new.description_ru, new.description_en, new.source_url,
          new.admin_visibility, new.removed_at is null))
      execute function events_on_item_changed();

    create table webhook_endpoints (
      id integer generated always as identity constraint webhook_endpoints_pk primary key,
      url text not null,
      kinds text[] not null,
      is_on boolean not null,
      -- In clear: it signs what is sent. A backup holds it.
      secret text not null,
      -- The one before signs too until then, so that the receiver has time to take the new one.
      former_secret text,
      former_until timestamptz,
      created_at timestamptz not null,
      -- When it said that nobody is there any more, which switched it off; null once it is switched on again.
      gone_at timestamptz,
      -- Nothing is sent there before.
      paused_until timestamptz
    );

    create table webhook_deliveries (
      id bigint generated always as identity constraint webhook_deliveries_pk primary key,
      endpoint_id integer not null constraint webhook_deliveries_endpoint_fk
        references webhook_endpoints on delete cascade,
      event_id bigint not null constraint webhook_deliveries_event_fk references events on delete cascade,
      -- The same however often it is sent.
      webhook_id uuid not null default gen_random_uuid(),
      -- The kind and id of what it is about: what happened to one is sent in its order.
      subject text not null,
      state text not null default 'waiting' constraint webhook_deliveries_state_ck
        check (state in ('waiting', 'delivered', 'dead', 'withheld')),
      tries integer not null default 0,
      next_try_at timestamptz not null,
      tried_at timestamptz,
      -- What the receiver answered, or why there was no answer.
      status integer,
      failure text,
      constraint webhook_deliveries_event_uq unique (event_id, endpoint_id)
    );
    create index webhook_deliveries_endpoint_ix on webhook_deliveries (endpoint_id, id);
    create index webhook_deliveries_waiting_ix on webhook_deliveries (endpoint_id, subject, id)
      where state = 'waiting';
  `);
