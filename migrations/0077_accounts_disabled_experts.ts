// A disabled person is no expert to ask, and the experts of an item are kept with its card: who is disabled or enabled renews the cards.
import type { Knex } from 'knex';

export { up as down } from './0068_knowledge_addresses_of_likers.ts';

export const up = (db: Knex) =>
  db.raw(`
    drop trigger users_card_stamp on users;
    create trigger users_card_stamp
      after update of name, avatar_url, telegram_username, company_key, email, disabled_at on users for each row
      when ((old.name, old.avatar_url, old.telegram_username, old.company_key, old.email, old.disabled_at)
        is distinct from (new.name, new.avatar_url, new.telegram_username, new.company_key, new.email, new.disabled_at))
      execute function card_stamps_add();
  `);
