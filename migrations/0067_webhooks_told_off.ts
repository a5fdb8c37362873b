// What receivers of webhooks ask for: to be sent nothing any more (410), or nothing for a while (Retry-After).
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table webhook_endpoints
      -- When it said that nobody is there any more, which switched it off; null once it is switched on again.
      add column gone_at timestamptz,
      -- Nothing is sent there before.
      add column paused_until timestamptz;
  `);

export const down = (db: Knex) =>
  db.raw('alter table webhook_endpoints drop column gone_at, drop column paused_until');
