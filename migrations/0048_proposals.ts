// Services that employees propose by their address.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table proposed_services (
      id integer generated always as identity constraint proposed_services_pk primary key,
      user_id integer not null constraint proposed_services_user_fk references users on delete cascade,
      address text not null,
      -- By which it is found to be a service of the catalogue (sync/normaliseAddress.ts).
      normalised_url text not null,
      comment text,
      state text not null default 'open'
        constraint proposed_services_state_ck check (state in ('open', 'added', 'declined')),
      -- What the admin who declined it has written.
      answer text,
      -- What it became.
      item_id integer constraint proposed_services_item_fk references items on delete set null,
      handled_by integer constraint proposed_services_handler_fk references users on delete set null,
      created_at timestamptz not null,
      settled_at timestamptz,
      constraint proposed_services_settled_ck check ((state = 'open') = (settled_at is null))
    );
    -- A double submit stores once: one open proposal per person and address.
    create unique index proposed_services_open_uq on proposed_services (user_id, md5(normalised_url)) where state = 'open';
    create index proposed_services_address_ix on proposed_services using hash (normalised_url);
    create index proposed_services_state_ix on proposed_services (state, created_at desc);
    create index proposed_services_user_ix on proposed_services (user_id, created_at desc);
    create index proposed_services_item_ix on proposed_services (item_id);
    create index proposed_services_handler_ix on proposed_services (handled_by);
  `);

export const down = (db: Knex) => db.raw('drop table proposed_services');
