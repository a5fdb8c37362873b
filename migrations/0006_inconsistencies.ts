// Differences between the catalogue and the bookmarks service, decided by admins.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table inconsistencies (
      id integer generated always as identity constraint inconsistencies_pk primary key,
      item_id integer not null constraint inconsistencies_item_fk references items on delete cascade,
      type text not null constraint inconsistencies_type_ck check (type in (
        'title_changed', 'description_changed', 'tags_changed', 'media_type_changed', 'media_source_changed',
        'image_url_changed', 'source_url_changed', 'link_broken', 'item_removed')),
      status text not null default 'new'
        constraint inconsistencies_status_ck check (status in ('new', 'resolved', 'ignored')),
      -- What the catalogue says and what the service says, by type.
      old_value jsonb not null,
      new_value jsonb not null,
      changed_on_both_sides boolean not null default false,
      resolution text,
      -- What both sides said before a resolution, so that it can be undone.
      undo jsonb,
      error text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      resolved_at timestamptz,
      resolved_by integer constraint inconsistencies_resolver_fk references users on delete set null
    );
    create unique index inconsistencies_open_uq on inconsistencies (item_id, type) where status = 'new';
    create index inconsistencies_status_ix on inconsistencies (status, type, created_at desc);
    create index inconsistencies_item_ix on inconsistencies (item_id, type, status);
    create index inconsistencies_resolver_ix on inconsistencies (resolved_by);
  `);

export const down = (db: Knex) => db.raw('drop table inconsistencies');
