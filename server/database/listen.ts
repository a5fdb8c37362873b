// LISTEN connection for database notifications, with reconnects.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { limits } from '../config/limits.ts';
import type { Log } from '../shared/log.ts';

interface Options {
  /** Not through a pooler: LISTEN belongs to the session. */
  url: string;
  /** Handlers by channel. All run once after each connection, with an empty payload, since notifications may have been missed. */
  handlers: Readonly<Record<string, (payload: string) => void>>;
  log: Log;
  /** Interval of checks of the connection, since a silently broken one looks like an idle one. */
  pollMs?: number;
}

export interface Subscription {
  stop(): Promise<void>;
}

const firstWaitMs = 100;
const maxWaitMs = 5_000;
const disconnectMs = 1_000;

/** Listens until it is stopped; reconnects while the database is down. */
export function listen({ url, handlers, log, pollMs = 25_000 }: Options): Subscription {
  const closing = new AbortController();
  let leave = (): void => undefined;

  const hear = async (client: pg.Client): Promise<void> => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    leave = resolve;
    client.on('error', () => resolve());
    client.on('end', () => resolve());
    client.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''));
    await client.connect();
    for (const channel of Object.keys(handlers))
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    for (const tell of Object.values(handlers)) tell('');
    const look = setInterval(() => void client.query('select').catch(() => resolve()), pollMs);
    if (!closing.signal.aborted) await over;
    clearInterval(look);
  };

  const keepHearing = async (): Promise<void> => {
    let waitMs = firstWaitMs;
    let isSaid = false;
    while (!closing.signal.aborted) {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'loadout listener',
        connectionTimeoutMillis: limits.database.acquireMs,
        query_timeout: limits.database.statementMs,
        keepAlive: true,
      });
      const begun = performance.now();
      try {
        await hear(client);
      } catch (err) {
        log.debug({ err }, 'The database cannot be listened to');
      }
      const ended = client.end().catch(() => undefined);
      if (closing.signal.aborted) {
        await Promise.race([ended, wait(disconnectMs, undefined, { ref: false })]);
        return;
      }
      if (performance.now() - begun > maxWaitMs) [waitMs, isSaid] = [firstWaitMs, false];
      if (!isSaid)
        log.warn('The connection that listens to the database broke; it is opened again');
      isSaid = true;
      await wait(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, maxWaitMs);
    }
  };
  const kept = keepHearing();

  return {
    async stop() {
      closing.abort();
      leave();
      await kept;
    },
  };
}
