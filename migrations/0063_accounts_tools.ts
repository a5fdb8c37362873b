// Tools that act for themselves with a service token: a row among the people that nobody signs in as, and who made its token.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table users
      add column is_tool boolean not null default false,
      -- Nothing by which somebody could sign in, or be let in as a person.
      add constraint users_tool_ck check (
        not is_tool or (email is null and telegram_id is null and telegram_username is null and not is_admin and not is_demo));

    alter table api_tokens
      -- Of a service token: the admin who made it. It acts for the tool, which stands in created_by.
      add column made_by integer constraint api_tokens_maker_fk references users on delete set null,
      add constraint api_tokens_service_ck check (made_by is null or scope <> 'admin');
    create index api_tokens_maker_ix on api_tokens (made_by);
  `);

export const down = (db: Knex) =>
  db.raw(`
    alter table api_tokens drop constraint api_tokens_service_ck, drop column made_by;
    alter table users drop constraint users_tool_ck, drop column is_tool;
  `);
