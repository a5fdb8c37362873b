/*
 * The marks for reading from a replica (0020) go with the feature. Only a server with DATABASE_READ_URL reads or writes them,
 * and this version does not start, nor migrate, while that is set: docs/decisions/0027 has the order of such an upgrade.
 */
import type { Knex } from 'knex';
import { up as mark, down as unmark } from './0020_replica_marks.ts';

export const up = (db: Knex) => unmark(db);

export const down = (db: Knex) => mark(db);
