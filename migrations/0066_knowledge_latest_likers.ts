// Who liked an item last is read in the order of an index: with the former one PostgreSQL took all likes of an item and sorted them.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create index item_likes_latest_ix on item_likes (item_id, created_at desc, user_id);
    drop index item_likes_item_ix;
  `);

export const down = (db: Knex) =>
  db.raw(`
    create index item_likes_item_ix on item_likes (item_id, created_at desc);
    drop index item_likes_latest_ix;
  `);
