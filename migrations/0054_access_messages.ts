// What the bot has written to those who decide on a request for access: one message for each of them each time it waits anew.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table access_messages (
      id integer generated always as identity constraint access_messages_pk primary key,
      request_id integer not null
        constraint access_messages_request_fk references access_requests on delete cascade,
      user_id integer not null constraint access_messages_user_fk references users on delete cascade,
      -- The chat, and whose presses count.
      telegram_id bigint not null,
      -- The request as the buttons were offered with it.
      version integer not null,
      -- As Telegram numbers it in the chat; null until it is sent, and where the chat is closed.
      message_id bigint,
      -- The request as the message shows it; null until it was tried.
      shown_version integer,
      -- What of the person a word is waited for.
      asked text constraint access_messages_asked_ck check (asked in ('ask', 'decline')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      constraint access_messages_person_uq unique (request_id, user_id, version)
    );
    create index access_messages_user_ix on access_messages (user_id);
    create index access_messages_expiry_ix on access_messages (expires_at);
  `);

export const down = (db: Knex) => db.raw('drop table access_messages');
