// Webhooks: where other tools want to be told of what happens, and what is sent to each of them, made of the events (migration 0053).
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
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
      created_at timestamptz not null
    );

    create table webhook_deliveries (
      id bigint generated always as identity constraint webhook_deliveries_pk primary key,
      endpoint_id integer not null
        constraint webhook_deliveries_endpoint_fk references webhook_endpoints on delete cascade,
      event_id bigint not null constraint webhook_deliveries_event_fk references events on delete cascade,
      -- The same however often it is sent.
      webhook_id uuid not null default gen_random_uuid(),
      -- The kind and id of what it is about: what happened to one is sent in its order.
      subject text not null,
      state text not null default 'waiting'
        constraint webhook_deliveries_state_ck check (state in ('waiting', 'delivered', 'dead', 'withheld')),
      tries integer not null default 0,
      next_try_at timestamptz not null,
      tried_at timestamptz,
      -- What the receiver answered, or why there was no answer.
      status integer,
      failure text,
      constraint webhook_deliveries_event_uq unique (event_id, endpoint_id)
    );
    create index webhook_deliveries_endpoint_ix on webhook_deliveries (endpoint_id, id);
    create index webhook_deliveries_waiting_ix on webhook_deliveries (endpoint_id, subject, id) where state = 'waiting';

    insert into event_readers (name) values ('webhooks');
  `);

export const down = (db: Knex) =>
  db.raw(`
    delete from event_readers where name = 'webhooks';
    drop table webhook_deliveries, webhook_endpoints;
  `);
