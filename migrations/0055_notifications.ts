// What people are told of, made of the events (migration 0053), and which kinds of it they do not want.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create sequence notifications_seq;
    create table notifications (
      id bigint generated always as identity constraint notifications_pk primary key,
      user_id integer not null constraint notifications_user_fk references users on delete cascade,
      kind text not null,
      -- Null where it is about no service of the catalogue.
      item_id integer constraint notifications_item_fk references items on delete cascade,
      -- The case, request, report or proposal; the service where it is about that itself.
      subject_id text not null,
      -- What one had asked for, in the words of then.
      title text,
      status text,
      -- Who or what it stands for: what has its fold key becomes a part of it.
      parts text[] not null,
      fold_key text not null,
      -- Grows with everything that is told: only the reader of the events writes, one transaction after another.
      seq bigint not null default nextval('notifications_seq'),
      at timestamptz not null,
      read_at timestamptz,
      constraint notifications_fold_uq unique (user_id, fold_key)
    );
    alter sequence notifications_seq owned by notifications.seq;
    create index notifications_user_ix on notifications (user_id, seq);
    create index notifications_item_ix on notifications (item_id);
    create index notifications_at_ix on notifications (at);

    create table notification_settings (
      user_id integer constraint notification_settings_pk primary key
        constraint notification_settings_user_fk references users on delete cascade,
      kinds_off text[] not null
    );
    insert into event_readers (name) values ('notifications');
  `);

export const down = (db: Knex) =>
  db.raw(`
    delete from event_readers where name = 'notifications';
    drop table notification_settings, notifications;
  `);
