// Who is asked no more is said on the cards that name experts: who is disabled, or comes back, renews the cards.
import type { Knex } from 'knex';

const stampAfter = (columns: string): string => `
    drop trigger users_card_stamp on users;
    create trigger users_card_stamp after update of ${columns} on users
      for each row
      when ((${columns.replaceAll(/\w+/g, 'old.$&')}) is distinct from (${columns.replaceAll(/\w+/g, 'new.$&')}))
      execute function card_stamps_add();
  `;

export const up = (db: Knex) =>
  db.raw(stampAfter('name, avatar_url, telegram_username, company_key, email, disabled_at'));

export const down = (db: Knex) =>
  db.raw(stampAfter('name, avatar_url, telegram_username, company_key, email'));
