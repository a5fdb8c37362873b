// The version of an item's card changes with the texts of its use cases too: they are kept beside the card.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    drop trigger use_cases_touch on use_cases;
    create trigger use_cases_touch
      after update of likes_count, user_id, item_id, description_ru, description_en, original_language, stale_language,
        created_at, updated_at
      on use_cases for each row
      when (
        (old.likes_count, old.user_id, old.item_id, old.description_ru, old.description_en, old.original_language,
          old.stale_language, old.created_at, old.updated_at)
        is distinct from
        (new.likes_count, new.user_id, new.item_id, new.description_ru, new.description_en, new.original_language,
          new.stale_language, new.created_at, new.updated_at))
      execute function items_touch_by_use_case();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger use_cases_touch on use_cases;
    create trigger use_cases_touch after update of likes_count, user_id, item_id on use_cases for each row
      when ((old.likes_count, old.user_id, old.item_id) is distinct from (new.likes_count, new.user_id, new.item_id))
      execute function items_touch_by_use_case();
  `);
