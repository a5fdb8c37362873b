// People who read and write on a running server while a test harms it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { aUser } from './builders.ts';
import { testSessions } from './testSessions.ts';

export interface SignedIn {
  userId: number;
  cookie: string;
}

/** Creates people with sessions, as a sign-in does. */
export async function signInPeople(db: Knex, count: number): Promise<SignedIn[]> {
  const sessions = testSessions(db);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id: userId } = await aUser(db);
      return { userId, cookie: `sid=${(await sessions.open(userId)).token}` };
    }),
  );
}

/** Result of one call; status 0 means no answer. */
export interface Outcome {
  status: number;
  /** Milliseconds. */
  took: number;
  /** Time of the answer, on the clock of `performance.now()`. */
  at: number;
  /** Reason when there was no answer. */
  error: string;
  retryAfter: string | null;
}

export async function ask(
  url: string,
  { cookie }: SignedIn,
  method: string,
  path: string,
): Promise<Outcome> {
  const begun = performance.now();
  const outcome = (status: number, error = '', retryAfter: string | null = null): Outcome => {
    const at = performance.now();
    return { status, took: at - begun, at, error, retryAfter };
  };
  try {
    const response = await fetch(url + path, {
      method,
      headers: { Cookie: cookie, Origin: url },
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return outcome(response.status, '', response.headers.get('retry-after'));
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
    return outcome(0, code);
  }
}

export interface Traffic {
  reads: Outcome[];
  writes: Outcome[];
  /** Likes that the server has confirmed. */
  confirmed: { userId: number; itemId: number }[];
  /** Stops and waits for the pending calls. */
  stop(): Promise<void>;
}

/** Four readers, and two writers who like one item after another, each call by the next person. */
export function startTraffic(url: string, people: SignedIn[], itemIds: number[]): Traffic {
  const done = new AbortController();
  const reads: Outcome[] = [];
  const writes: Outcome[] = [];
  const confirmed: Traffic['confirmed'] = [];
  const reading = Array.from({ length: 4 }, async (_unused, first) => {
    for (let place = first; !done.signal.aborted; place += 4) {
      reads.push(
        await ask(
          url,
          people[place % people.length]!,
          'GET',
          '/api/v1/knowledge/search?perPage=12',
        ),
      );
      await pause(10);
    }
  });
  const writing = Array.from({ length: 2 }, async (_unused, first) => {
    for (let place = first; !done.signal.aborted; place += 2) {
      const person = people[place % people.length]!;
      const itemId = itemIds[Math.floor(place / people.length) % itemIds.length]!;
      const outcome = await ask(url, person, 'POST', `/api/v1/knowledge/${itemId}/like`);
      writes.push(outcome);
      if (outcome.status === 200) confirmed.push({ userId: person.userId, itemId });
      await pause(10);
    }
  });
  return {
    reads,
    writes,
    confirmed,
    async stop() {
      done.abort();
      await Promise.all([...reading, ...writing]);
    },
  };
}

/** Number of confirmed likes that are missing in the database. */
export async function countLost(db: Knex, { confirmed }: Traffic): Promise<number> {
  const rows: { user_id: number; item_id: number }[] = await db('item_likes').select(
    'user_id',
    'item_id',
  );
  const kept = new Set(rows.map((row) => `${row.user_id} ${row.item_id}`));
  return confirmed.filter(({ userId, itemId }) => !kept.has(`${userId} ${itemId}`)).length;
}
