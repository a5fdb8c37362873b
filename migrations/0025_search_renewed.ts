// Brings the search of an early database up to date: 0009 was edited while Loadout had no release. Where the index has its
// stamps already, there is nothing to do.
import type { Knex } from 'knex';
import * as pages from './0010_search_pages.ts';
import * as tally from './0013_search_tally.ts';
import * as triggers from './0014_search_triggers.ts';

export const up = async (db: Knex) => {
  const { rows } = await db.raw<{ rows: { isEarly: boolean }[] }>(
    `select to_regproc('search_stamp') is null as "isEarly"`,
  );
  if (!rows[0]?.isEarly) return;
  await triggers.down(db);
  await db.raw(`
    drop trigger item_search_count_insert on item_search;
    drop trigger item_search_count_update on item_search;
    drop trigger item_search_count_delete on item_search;
    drop trigger item_search_count_truncate on item_search;
    drop function search_on_item_search, search_settle_counts, search_counted;
  `);
  await pages.down(db);
  await pages.up(db);
  await tally.up(db);
  await triggers.up(db);
};

/** What it made belongs to 0009, which takes it away. */
export const down = async () => undefined;
