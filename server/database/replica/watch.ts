// Watches a replica: what it has replayed, how far it is behind, and whether reads may go to it.
import type { Knex } from 'knex';
import pg from 'pg';
import { errorMessage } from '../../shared/errorCode.ts';
import type { Log } from '../../shared/log.ts';
import { createLagMeter } from './lagMeter.ts';
import type { Marks } from './marks.ts';

export interface WatchOptions {
  primary: Knex;
  /** A `postgres://` address. */
  url: string;
  /** How far behind the replica may be. */
  maxLagMs: number;
  /** Pause between two looks. */
  everyMs: number;
  /** How long the replica may take to answer a look. */
  timeoutMs: number;
  log: Log;
}

export interface ReplicaStanding {
  /** Why no reads go there; null while they do. */
  leftOutFor: string | null;
  /** Seconds behind the primary. */
  lagSeconds: number;
}

interface Replayed {
  /** Position in the primary's log, in bytes. */
  position: number;
  sight: number;
}

interface Look extends Replayed {
  isReplica: boolean;
  system: string;
}

/** The system identifier is that of the cluster from which both were made. */
const lookText = `
  select pg_is_in_recovery() as "isReplica",
    (pg_last_wal_replay_lsn() - '0/0')::float8 as position,
    (select version from catalogue_sight)::float8 as sight,
    (select system_identifier::text from pg_control_system()) as system`;

/** Pauses at least so long between two looks that somebody asked for. */
const leastPauseMs = 50;

/** Begins to watch. Until the first good look nobody reads from the replica. */
export function watchReplica({ primary, url, maxLagMs, everyMs, timeoutMs, log }: WatchOptions) {
  const lag = createLagMeter();
  let client: pg.Client | null = null;
  let replayed: Replayed | null = null;
  /** Who waits for an answer of the replica, and is told when it is given up. */
  const waiting = new Set<(reason: Error) => void>();
  let leftOutFor: string | null = 'It was not asked yet.';
  let primarySystem: string | null = null;
  /** Position of the primary when we began: tables that we know are there from then on. */
  let leastPosition: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let lookedAt = 0;
  let isClosed = false;

  const drop = (): void => {
    const old = client;
    client = null;
    // A connection that broke or hangs: how its end goes is of no interest.
    old?.end().catch((err: unknown) => log.debug({ err }, 'The look at the replica did not end'));
  };

  const leaveOut = (reason: string, giveUp: boolean): void => {
    if (leftOutFor === null)
      log.warn({ reason }, 'The replica is left out: reads go to the primary');
    leftOutFor = reason;
    if (!giveUp) return;
    drop();
    for (const tell of waiting) tell(new Error(reason));
  };

  const samplePrimary = async (): Promise<void> => {
    const { rows } = await primary.raw<{ rows: { position: number; system: string }[] }>(
      `select (pg_current_wal_flush_lsn() - '0/0')::float8 as position,
         (select system_identifier::text from pg_control_system()) as system`,
    );
    const [{ position, system } = { position: 0, system: '' }] = rows;
    primarySystem = system;
    leastPosition ??= position;
    lag.primaryAt(position, Date.now());
  };

  const lookAtReplica = async (): Promise<Look> => {
    if (!client) {
      client = new pg.Client({
        connectionString: url,
        application_name: 'loadout replica watch',
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
        keepAlive: true,
      });
      client.on('error', () => drop());
      await client.connect();
    }
    const { rows } = await client.query<Look>({ name: 'look', text: lookText });
    return rows[0]!;
  };

  const judge = (look: Look): string | null => {
    if (!look.isReplica) return 'DATABASE_READ_URL is no replica.';
    if (primarySystem !== null && look.system !== primarySystem)
      return 'DATABASE_READ_URL is a replica of another database.';
    if (leastPosition === null) return 'The primary does not answer.';
    if (look.position < leastPosition) return 'The replica has not caught up with this start.';
    const seconds = lag.seconds(Date.now());
    if (seconds * 1000 > maxLagMs) return `The replica is ${seconds.toFixed(1)} s behind.`;
    return null;
  };

  const look = async (): Promise<void> => {
    lookedAt = Date.now();
    const [sampled, seen] = await Promise.allSettled([samplePrimary(), lookAtReplica()]);
    if (isClosed) return;
    if (sampled.status === 'rejected')
      log.debug({ err: sampled.reason }, 'The primary was not asked');
    if (seen.status === 'rejected') {
      leaveOut(`The replica does not answer: ${errorMessage(seen.reason)}`, true);
      return;
    }
    replayed = seen.value;
    lag.replicaAt(seen.value.position);
    const reason = judge(seen.value);
    if (reason !== null) leaveOut(reason, false);
    else if (leftOutFor !== null) {
      leftOutFor = null;
      log.info('The replica is read');
    }
  };

  const lookNow = (): Promise<void> => {
    clearTimeout(timer);
    looking ??= look().finally(() => {
      looking = null;
      if (isClosed) return;
      timer = setTimeout(() => void lookNow(), everyMs);
      timer.unref();
    });
    return looking;
  };
  void lookNow();

  return {
    /** Whether reads may go there at all. */
    isUp: (): boolean => leftOutFor === null,

    /** Whether it has replayed what a reader must see. When it has not, it is looked at again soon. */
    hasSeen({ sight, ownWrites }: Marks): boolean {
      const isFresh =
        replayed !== null && replayed.sight >= sight && replayed.position >= (ownWrites ?? 0);
      if (!isFresh && Date.now() - lookedAt >= leastPauseMs) void lookNow();
      return isFresh;
    },

    /** A reader could not reach it: nobody else tries until it answers again. */
    suspect(error: unknown): void {
      leaveOut(`The replica does not answer: ${errorMessage(error)}`, true);
    },

    /**
     * Waits for an answer of the replica, unless the replica is given up meanwhile.
     * @throws Error when it is
     */
    async orGivenUp<Answer>(answer: Promise<Answer>): Promise<Answer> {
      let tell: (reason: Error) => void = () => undefined;
      const givenUp = new Promise<never>((_resolve, reject) => {
        tell = reject;
      });
      waiting.add(tell);
      try {
        return await Promise.race([answer, givenUp]);
      } finally {
        waiting.delete(tell);
      }
    },

    standing: (): ReplicaStanding => ({ leftOutFor, lagSeconds: lag.seconds(Date.now()) }),

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      drop();
      await looking;
    },
  };
}

export type ReplicaWatch = ReturnType<typeof watchReplica>;
