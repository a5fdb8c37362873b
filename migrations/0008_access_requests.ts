// Requests for access, stored first and sent by mail after: this table is the outbox.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table access_requests (
      id integer generated always as identity constraint access_requests_pk primary key,
      user_id integer not null constraint access_requests_user_fk references users on delete cascade,
      item_id integer constraint access_requests_item_fk references items on delete set null,
      service text not null,
      subscription_type text not null
        constraint access_requests_subscription_ck check (subscription_type in ('basic', 'pro', 'enterprise')),
      features text not null,
      needs_testing boolean not null default false,
      idempotency_key text,
      state text not null default 'queued'
        constraint access_requests_state_ck check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      last_error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create unique index access_requests_idempotency_uq on access_requests (user_id, idempotency_key);
    create index access_requests_user_ix on access_requests (user_id, created_at desc);
    create index access_requests_item_ix on access_requests (item_id);
    create index access_requests_queued_ix on access_requests (created_at) where state = 'queued';
  `);

export const down = (db: Knex) => db.raw('drop table access_requests');
