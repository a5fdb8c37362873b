// Advisory lock that lets one of several processes do a job; another takes over when its connection ends.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { limits } from '../config/limits.ts';
import type { ExclusiveRunner } from '../shared/exclusiveRunner.ts';
import type { Log } from '../shared/log.ts';

interface Options {
  /** Not through a pooler: the lock belongs to the session. */
  url: string;
  /** Name of the lock. */
  name: string;
  log: Log;
  /** Interval of attempts to get the lock, and of checks of the connection that holds it. */
  pollMs?: number;
  /**
   * PostgreSQL ends a session that is idle for this long, so that a lost machine holds no lock. Longer than the interval and
   * duration of a check, so that a disconnected process has stopped its work before.
   */
  idleSessionMs?: number;
}

const disconnectMs = 1_000;

/** Runs work exclusively under a lock of this name. While the database is down, it retries until the work is stopped. */
export function advisoryLock(options: Options): ExclusiveRunner {
  const { url, name, log, pollMs = 5_000, idleSessionMs = 30_000 } = options;
  const take = async (client: pg.Client, until: AbortSignal): Promise<void> => {
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [name],
      );
      if (rows[0]?.taken) return;
      await wait(pollMs, undefined, { signal: until });
    }
  };

  /** Checks the connection until the end. @throws when it does not answer */
  const look = async (client: pg.Client, until: AbortSignal): Promise<void> => {
    while (!until.aborted) {
      await wait(pollMs, undefined, { signal: until }).catch(() => undefined);
      if (!until.aborted) await client.query('select');
    }
  };

  const takeTurn = async (...[work, stop]: Parameters<ExclusiveRunner>): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'loadout turns',
      connectionTimeoutMillis: limits.database.acquireMs,
      query_timeout: limits.database.statementMs,
      keepAlive: true,
      options: `-c idle_session_timeout=${idleSessionMs}`,
    });
    const lost = new AbortController();
    const lose = (): void => lost.abort();
    client.on('error', lose).on('end', lose);
    const until = AbortSignal.any([stop, lost.signal]);
    const over = new AbortController();
    try {
      await client.connect();
      await take(client, until);
      look(client, AbortSignal.any([until, over.signal])).catch(lose);
      if (!until.aborted) await work(until);
    } finally {
      over.abort();
      const ended = client.end().catch(() => undefined);
      await Promise.race([ended, wait(disconnectMs, undefined, { ref: false })]);
    }
  };

  return async (work, stop) => {
    while (!stop.aborted) {
      try {
        await takeTurn(work, stop);
      } catch (err) {
        if (!stop.aborted) log.debug({ err, name }, 'The turn cannot be taken now');
      }
      await wait(pollMs, undefined, { signal: stop }).catch(() => undefined);
    }
  };
}
