// Wishes to connect a Telegram with an account: the person in the page and the one in the bot are asked, each for himself.
// And the way back in with the last Telegram login of a browser.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table telegram_links (
      id integer generated always as identity constraint telegram_links_pk primary key,
      user_id integer not null constraint telegram_links_user_uq unique
        constraint telegram_links_user_fk references users on delete cascade,
      telegram_id bigint not null,
      telegram_name text,
      telegram_username text,
      -- In which the bot speaks to the person.
      language text not null constraint telegram_links_language_ck check (language in ('ru', 'en')),
      page_agreed_at timestamptz,
      bot_agreed_at timestamptz,
      -- Whether the account's former Telegram gives way: only after a fresh sign-in.
      may_replace boolean not null default false,
      -- Null while somebody is still asked.
      outcome text constraint telegram_links_outcome_ck check (outcome in ('connected', 'declined')),
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index telegram_links_telegram_ix on telegram_links (telegram_id);
    create index telegram_links_expires_ix on telegram_links (expires_at);

    alter table one_time_tokens drop constraint one_time_tokens_purpose_ck;
    alter table one_time_tokens add constraint one_time_tokens_purpose_ck
      check (purpose in ('direct_access', 'telegram_login', 'telegram_link', 'telegram_return'));
  `);

export const down = (db: Knex) =>
  db.raw(`
    delete from one_time_tokens where purpose = 'telegram_return';
    alter table one_time_tokens drop constraint one_time_tokens_purpose_ck;
    alter table one_time_tokens add constraint one_time_tokens_purpose_ck
      check (purpose in ('direct_access', 'telegram_login', 'telegram_link'));
    drop table telegram_links;
  `);
