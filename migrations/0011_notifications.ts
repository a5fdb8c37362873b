// Notifications and their delivery.
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
    create index notifications_at_ix on notifications (at);
    create index notifications_item_ix on notifications (item_id);
    create index notifications_user_ix on notifications (user_id, seq);
    alter sequence notifications_seq owned by notifications.seq;

    create table notification_settings (
      user_id integer constraint notification_settings_pk primary key constraint notification_settings_user_fk
        references users on delete cascade,
      kinds_off text[] not null default '{}',
      -- Null: never chosen, which is answers only.
      telegram text constraint notification_settings_telegram_ck
        check (telegram in ('off', 'answers', 'now', 'daily', 'weekly')),
      -- Null: never chosen, which is off.
      mail text constraint notification_settings_mail_ck check (mail in ('off', 'daily', 'weekly')),
      language text constraint notification_settings_language_ck check (language in ('ru', 'en')),
      -- Of the IANA's list, as browsers name them.
      time_zone text,
      quiet_from text constraint notification_settings_quiet_from_ck
        check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      quiet_until text constraint notification_settings_quiet_until_ck
        check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      -- In clear, since every digest bears it: whoever has it can end these mails, and nothing else.
      unsubscribe_secret text constraint notification_settings_secret_uq unique,
      constraint notification_settings_quiet_ck
        check (((quiet_from is null) = (quiet_until is null)) and (quiet_from <> quiet_until))
    );

    -- A message that is on its way; a person has one at a time on each channel.
    create table notification_messages (
      id uuid default gen_random_uuid() constraint notification_messages_pk primary key,
      user_id integer not null constraint notification_messages_user_fk references users on delete cascade,
      channel text not null constraint notification_messages_channel_ck check (channel in ('telegram', 'mail')),
      tries integer not null default 0,
      next_try_at timestamptz not null,
      constraint notification_messages_person_uq unique (user_id, channel)
    );
    create index notification_messages_due_ix on notification_messages (channel, next_try_at);

    -- What is to be told outside the page, and what was.
    create table notification_deliveries (
      notification_id bigint not null constraint notification_deliveries_notification_fk
        references notifications on delete cascade,
      channel text not null constraint notification_deliveries_channel_ck check (channel in ('telegram', 'mail')),
      user_id integer not null constraint notification_deliveries_user_fk references users on delete cascade,
      -- Null: its message was given up, and the next one tells it.
      due_at timestamptz,
      message_id uuid constraint notification_deliveries_message_fk
        references notification_messages on delete set null,
      told_at timestamptz,
      constraint notification_deliveries_pk primary key (notification_id, channel)
    );
    create index notification_deliveries_message_ix on notification_deliveries (message_id);
    create index notification_deliveries_user_ix on notification_deliveries (user_id, channel);
    create index notification_deliveries_waiting_ix on notification_deliveries (channel, due_at)
      where told_at is null and message_id is null;
  `);
