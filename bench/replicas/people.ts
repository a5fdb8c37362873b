// People who are signed in: their sessions stand in the database, as a sign-in leaves them.
import type { Knex } from 'knex';
import { createSessions } from '../../server/domain/accounts/sessions.service.ts';
import { sessionsStore } from '../../server/domain/accounts/sessions.store.ts';
import { limits } from '../../server/limits.ts';

export interface Person {
  id: number;
  /** The header of a browser in which they are signed in. */
  cookie: string;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
}

/** Signs in so many people. Many, because each may read and write only so often in a minute. */
export async function signInPeople(db: Knex, isAdmin: boolean, count: number): Promise<Person[]> {
  const sessions = createSessions({
    store: sessionsStore(db),
    clock: () => new Date(),
    idleMs: limits.session.idleMs,
    absoluteMs: limits.session.absoluteMs,
  });
  const users: { id: number }[] = await db('users')
    .where({ is_admin: isAdmin })
    .orderBy('id')
    .limit(count)
    .select('id');
  if (users.length < count) throw new Error(`There are only ${users.length} people`);
  return Promise.all(
    users.map(async ({ id }) => ({ id, cookie: `sid=${(await sessions.open(id)).token}` })),
  );
}

/** A call as the page makes it. `origin` is the address that people open. */
export async function call<Body>(
  person: Person,
  origin: string,
  method: string,
  address: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const response = await fetch(address, {
    method,
    headers: {
      Cookie: person.cookie,
      Origin: origin,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: (isJson ? JSON.parse(text) : { text }) as Body };
}
