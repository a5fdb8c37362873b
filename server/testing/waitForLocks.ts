// Wait until calls block each other on locks.
import type { Knex } from 'knex';
import { until } from './followStream.ts';

/** Resolves when so many calls of this database wait for a lock, or when `isOver` says so. @throws when neither comes */
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
