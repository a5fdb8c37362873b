// Waits until calls block each other.
import type { Knex } from 'knex';
import { until } from './followStream.ts';

/** Resolves when this many calls of the database wait for a lock, or when `isOver` returns true. @throws on timeout */
export async function waitForLocks(
  db: Knex,
  calls: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  await until(async () => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount >= calls || isOver();
  });
}
