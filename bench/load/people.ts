// People who are signed in: their sessions stand in the database, as a sign-in leaves them.
import type { Knex } from 'knex';
import { testSessions } from '../../server/testing/testSessions.ts';

export interface Person {
  id: number;
  /** The header of a browser in which they are signed in. */
  cookie: string;
}

/** Signs in so many people, from the first. Many, because each may read only so often in a minute. */
export async function signInPeople(db: Knex, isAdmin: boolean, count: number): Promise<Person[]> {
  const sessions = testSessions(db);
  const users: { id: number }[] = await db('users')
    .where({ is_admin: isAdmin })
    .orderBy('id')
    .limit(count)
    .select('id');
  if (users.length < count) throw new Error(`There are only ${users.length} people`);
  const people: Person[] = [];
  // One after the other: a busy machine keeps nobody waiting for a connection so long that it is given up.
  for (const { id } of users) {
    people.push({ id, cookie: `sid=${(await sessions.open(id)).token}` });
  }
  return people;
}

/** Hands out people in turn, endlessly. */
export function inTurn<Thing>(things: readonly Thing[]): () => Thing {
  let place = 0;
  return () => {
    const thing = things[place % things.length];
    place += 1;
    if (thing === undefined) throw new Error('There is nobody');
    return thing;
  };
}
