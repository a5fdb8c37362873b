// Clock that follows the database's time, so that processes on several machines agree.
import type { Knex } from 'knex';
import type { Clock } from '../shared/clock.ts';
import { minuteMs } from '../shared/durations.ts';
import type { Log } from '../shared/log.ts';

/** Smaller differences come from measuring and adjusting clocks: the process's own clock is used. */
const maxClockOffsetMs = 1_000;
const measureEveryMs = minuteMs;

/** Offset of the database's clock against this process, in milliseconds. */
export async function clockOffset(db: Knex, own: () => number = Date.now): Promise<number> {
  const asked = own();
  const { rows } = await db.raw<{ rows: { ms: string }[] }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  );
  return Number(rows[0]?.ms) - (asked + own()) / 2;
}

export interface DatabaseClock {
  clock: Clock;
  /** Measures again; while the database is down the last offset stays. */
  measure(): Promise<void>;
  stop(): void;
}

/**
 * Creates a clock that follows the database's. It measures every minute, so that it stays right when one of the clocks is
 * corrected.
 *
 * @param own the process's own clock, in milliseconds
 */
export async function followDatabaseClock(
  db: Knex,
  log: Log,
  own: () => number = Date.now,
): Promise<DatabaseClock> {
  let offset = 0;
  const measure = async (): Promise<void> => {
    const measured = await clockOffset(db, own);
    const wanted = Math.abs(measured) > maxClockOffsetMs ? measured : 0;
    if (Math.abs(wanted - offset) <= maxClockOffsetMs) return;
    offset = wanted;
    const seconds = Math.round(measured / 1_000);
    if (offset === 0) log.info('The clocks of this machine and of the database agree again');
    else log.warn(`The database's clock is ${seconds} s ahead of this machine's: it counts`);
  };
  await measure();
  const timer = setInterval(() => {
    measure().catch((err: unknown) =>
      log.debug({ err }, 'The database was not asked for its time'),
    );
  }, measureEveryMs);
  timer.unref();
  return {
    clock: () => new Date(own() + offset),
    measure,
    stop: () => clearInterval(timer),
  };
}
