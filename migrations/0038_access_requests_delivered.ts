// Whom the mail about a request for access has reached, while a mail server refused others of its recipients.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`alter table access_requests add column delivered_to text[] not null default '{}'`);

export const down = (db: Knex) => db.raw('alter table access_requests drop column delivered_to');
