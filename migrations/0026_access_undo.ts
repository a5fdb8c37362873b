// What an access request was before the last decision, so that a decision can be undone.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- { version, status, word, answer, expiresAt, decidedBy }; valid while version is the one before the current.
    alter table access_requests add column before_decision jsonb;
  `);
