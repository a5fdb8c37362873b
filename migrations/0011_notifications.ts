// Notifications and their delivery.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create sequence notifications_seq;

    create table notifications (
      id bigint generated always as identity constraint notifications_pk primary key,
      user_id integer not null constraint notifications_user_fk references users on delete cascade,
      kind text not null,
      -- Null for a notification about no item.
      item_id integer constraint notifications_item_fk references items on delete cascade,
      -- The use case, request, complaint or proposal; the item itself where it is the subject.
      subject_id text not null,
      -- Title of the request in its original words.
      title text,
      status text,
      -- People or things that the notification stands for; new ones with the same fold key are added.
      parts text[] not null,
      fold_key text not null,
      -- Grows with every notification: the reader of the outbox alone writes, in one transaction after another.
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
      -- Null when never chosen, which means answers only.
      telegram text constraint notification_settings_telegram_ck
        check (telegram in ('off', 'answers', 'now', 'daily', 'weekly')),
      -- Null when never chosen, which means off.
      mail text constraint notification_settings_mail_ck check (mail in ('off', 'daily', 'weekly')),
      language text constraint notification_settings_language_ck check (language in ('ru', 'en')),
      -- An IANA time zone.
      time_zone text,
      quiet_from text constraint notification_settings_quiet_from_ck
        check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      quiet_until text constraint notification_settings_quiet_until_ck
        check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      -- Unencrypted, since every digest contains it; its holder can end these mails and nothing else.
      unsubscribe_secret text constraint notification_settings_secret_uq unique,
      constraint notification_settings_quiet_ck
        check (((quiet_from is null) = (quiet_until is null)) and (quiet_from <> quiet_until))
    );

    -- A message in delivery; one per person and channel at a time.
    create table notification_messages (
      id uuid default gen_random_uuid() constraint notification_messages_pk primary key,
      user_id integer not null constraint notification_messages_user_fk references users on delete cascade,
      channel text not null constraint notification_messages_channel_ck check (channel in ('telegram', 'mail')),
      tries integer not null default 0,
      next_try_at timestamptz not null,
      constraint notification_messages_person_uq unique (user_id, channel)
    );
    create index notification_messages_due_ix on notification_messages (channel, next_try_at);

    -- Pending and completed deliveries outside the page.
    create table notification_deliveries (
      notification_id bigint not null constraint notification_deliveries_notification_fk
        references notifications on delete cascade,
      channel text not null constraint notification_deliveries_channel_ck check (channel in ('telegram', 'mail')),
      user_id integer not null constraint notification_deliveries_user_fk references users on delete cascade,
      -- Null when its message was given up; the next message includes it.
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
