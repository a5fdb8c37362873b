// Where the catalogue is read: on a replica, if one is configured and has seen what this reader must see.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { HealthPart } from '../../domain/system/health.ts';
import { limits } from '../../limits.ts';
import type { Log } from '../../shared/log.ts';
import { openDatabase } from '../connection.ts';
import { markOwnWrite, readMarks } from './marks.ts';
import { openReadPool } from './readPool.ts';
import { watchReplica } from './watch.ts';

export interface ReadFigures {
  /** Seconds that the replica is behind; null without a replica. */
  lagSeconds: number | null;
  /** Statements so far, by where they were answered. */
  statements: { primary: number; replica: number };
}

export interface Reads {
  /** For searches and loaders. Outside `serve`, and for whoever may not read from the replica, it is the primary. */
  db: Knex;
  /**
   * Does the work of one request.
   * @param userId who may read from the replica; null: nobody, as for admins, who see what is true now
   */
  serve<Result>(userId: number | null, work: () => Result): Result;
  /** The request writes: from here on it reads from the primary. */
  stayOnPrimary(): void;
  /** After a person's write: their next reads, in any process, go where it can be seen. */
  noteWrite(userId: number): Promise<void>;
  state(): Omit<HealthPart, 'name'>;
  figures(): ReadFigures;
  close(): Promise<void>;
}

/** Every read goes to the one database there is. */
export const readsOfPrimary = (db: Knex): Reads => ({
  db,
  serve: (_userId, work) => work(),
  stayOnPrimary: () => undefined,
  noteWrite: async () => undefined,
  state: () => ({
    state: 'off',
    detail: 'No replica is configured: the catalogue is read from the one database.',
  }),
  figures: () => ({ lagSeconds: null, statements: { primary: 0, replica: 0 } }),
  close: async () => undefined,
});

export interface ReplicaOptions {
  /** A `postgres://` address. */
  url: string;
  maxLagMs: number;
  log: Log;
}

interface RequestReads {
  userId: number;
  isPinned: boolean;
  /** Asked once, before the first read: whoever comes later sees at least as much. */
  maySee: Promise<boolean> | null;
}

/** Opens the replica beside its primary. It need not be there: reads go to the primary until it is. */
export function openReads(primary: Knex, { url, maxLagMs, log }: ReplicaOptions): Reads {
  const { lookEveryMs, lookTimeoutMs } = limits.replica;
  const replica = openDatabase(url, { log, applicationName: 'loadout reads' });
  const watch = watchReplica({
    primary,
    url,
    maxLagMs,
    everyMs: lookEveryMs,
    timeoutMs: lookTimeoutMs,
    log,
  });
  const requests = new AsyncLocalStorage<RequestReads>();
  const statements = { primary: 0, replica: 0 };
  const stayOnPrimary = (): void => {
    const request = requests.getStore();
    if (request) request.isPinned = true;
  };

  const db = openReadPool({
    primary,
    replica,
    watch,
    async mayUseReplica() {
      const request = requests.getStore();
      if (!request || request.isPinned) return false;
      request.maySee ??= readMarks(primary, request.userId).then(watch.hasSeen);
      return request.maySee;
    },
    stayOnPrimary,
    count: (from) => {
      statements[from] += 1;
    },
  });

  return {
    db,
    serve(userId, work) {
      return userId === null
        ? work()
        : requests.run({ userId, isPinned: false, maySee: null }, work);
    },
    stayOnPrimary,
    noteWrite: (userId) => markOwnWrite(primary, userId),
    state() {
      const { leftOutFor, lagSeconds } = watch.standing();
      return leftOutFor === null
        ? { state: 'ok', detail: `${lagSeconds.toFixed(1)} s behind` }
        : { state: 'failing', detail: `${leftOutFor} Reads go to the primary.` };
    },
    figures: () => ({
      lagSeconds: watch.standing().lagSeconds,
      statements: { ...statements },
    }),
    async close() {
      await watch.close();
      await db.destroy();
      await replica.destroy();
    },
  };
}
