// Why a report was rejected, in the words of whoever did it.
import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('alter table complaints add column word text');

export const down = (db: Knex) => db.raw('alter table complaints drop column word');
