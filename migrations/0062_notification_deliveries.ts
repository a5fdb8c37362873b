// Where else people are told than in the page, when, and what waits to be told there.
import type { Knex } from 'knex';

const time = `~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`;

export const up = (db: Knex) =>
  db.raw(`
    alter table notification_settings
      alter column kinds_off set default '{}',
      -- Null: never chosen, which is answers only.
      add column telegram text constraint notification_settings_telegram_ck
        check (telegram in ('off', 'answers', 'now', 'daily', 'weekly')),
      -- Null: never chosen, which is off.
      add column mail text constraint notification_settings_mail_ck check (mail in ('off', 'daily', 'weekly')),
      add column language text constraint notification_settings_language_ck check (language in ('ru', 'en')),
      -- Of the IANA's list, as browsers name them.
      add column time_zone text,
      add column quiet_from text constraint notification_settings_quiet_from_ck check (quiet_from ${time}),
      add column quiet_until text constraint notification_settings_quiet_until_ck check (quiet_until ${time}),
      -- In clear, since every digest bears it: whoever has it can end these mails, and nothing else.
      add column unsubscribe_secret text constraint notification_settings_secret_uq unique,
      add constraint notification_settings_quiet_ck
        check ((quiet_from is null) = (quiet_until is null) and quiet_from <> quiet_until);

    -- A message that is on its way; a person has one at a time on each channel.
    create table notification_messages (
      id uuid constraint notification_messages_pk primary key default gen_random_uuid(),
      user_id integer not null constraint notification_messages_user_fk references users on delete cascade,
      channel text not null constraint notification_messages_channel_ck check (channel in ('telegram', 'mail')),
      tries integer not null default 0,
      next_try_at timestamptz not null,
      constraint notification_messages_person_uq unique (user_id, channel)
    );
    create index notification_messages_due_ix on notification_messages (channel, next_try_at);

    -- What is to be told outside the page, and what was.
    create table notification_deliveries (
      notification_id bigint not null
        constraint notification_deliveries_notification_fk references notifications on delete cascade,
      channel text not null constraint notification_deliveries_channel_ck check (channel in ('telegram', 'mail')),
      user_id integer not null constraint notification_deliveries_user_fk references users on delete cascade,
      -- Null: its message was given up, and the next one tells it.
      due_at timestamptz,
      message_id uuid constraint notification_deliveries_message_fk references notification_messages on delete set null,
      told_at timestamptz,
      constraint notification_deliveries_pk primary key (notification_id, channel)
    );
    create index notification_deliveries_waiting_ix on notification_deliveries (channel, due_at)
      where told_at is null and message_id is null;
    create index notification_deliveries_user_ix on notification_deliveries (user_id, channel);
    create index notification_deliveries_message_ix on notification_deliveries (message_id);
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table notification_deliveries, notification_messages;
    delete from notifications where kind = 'telegram_stopped';
    alter table notification_settings
      drop column telegram, drop column mail, drop column language, drop column time_zone, drop column quiet_from,
      drop column quiet_until, drop column unsubscribe_secret,
      alter column kinds_off drop default;
  `);
