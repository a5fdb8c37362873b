// Reports about items.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table complaints (
      id integer generated always as identity constraint complaints_pk primary key,
      item_id integer not null constraint complaints_item_fk references items on delete cascade,
      user_id integer not null constraint complaints_user_fk references users on delete cascade,
      user_ip text,
      complaint_type text not null constraint complaints_type_ck check (complaint_type in (
        'missing_media', 'broken_link', 'duplicate_content', 'bad_russian_translation', 'bad_english_translation',
        'missing_translation', 'wrong_tags', 'missing_tags', 'redundant_tags', 'unclear_description',
        'outdated_content', 'misleading_title', 'wrong_category', 'spam', 'other')),
      comment text,
      status text not null default 'new'
        constraint complaints_status_ck check (status in ('new', 'in_progress', 'resolved', 'rejected')),
      handled_by integer constraint complaints_handler_fk references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      resolved_at timestamptz,
      constraint complaints_resolved_ck check ((status = 'resolved') = (resolved_at is not null))
    );
    -- A double submit stores once: one open report per person, item and type.
    create unique index complaints_open_uq on complaints (user_id, item_id, complaint_type)
      where status in ('new', 'in_progress');
    create index complaints_status_ix on complaints (status, created_at desc);
    create index complaints_created_ix on complaints (created_at desc);
    create index complaints_same_ix on complaints (item_id, complaint_type) where status in ('new', 'in_progress');
    create index complaints_handler_ix on complaints (handled_by);
  `);

export const down = (db: Knex) => db.raw('drop table complaints');
