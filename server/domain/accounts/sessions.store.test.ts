// Sessions that are asked for at the same moment: each by its own times, by a statement that is planned once.
import { dayMs } from '../../shared/durations.ts';
import type { Knex } from 'knex';
import { openDatabase } from '../../database/connection.ts';
import { aUser } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { sessionsStore } from './sessions.store.ts';

const rules = { telegramIds: [], demoPeople: true, providerTermMs: 30 * dayMs };
const hour = 3_600_000;
const start = Date.UTC(2026, 0, 1);
const at = (hours: number) => new Date(start + hours * hour);

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: what it has prepared can be looked at.
  db = openDatabase(database.url, { poolMax: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** A session that was last used at hour 0 and ends at hour 10. */
async function aSession(name: string): Promise<Buffer> {
  const { id } = await aUser(db, { email: `${name}@gdev.inc` });
  const tokenHash = Buffer.from(name.padEnd(32, '.'));
  await sessionsStore(db, rules).insert({
    tokenHash,
    userId: id,
    userAgent: null,
    now: at(0),
    expiresAt: at(10),
  });
  return tokenHash;
}

test('each is found by the moment and the idle time that it was asked with, whatever those beside it were asked with', async () => {
  const store = sessionsStore(db, rules);
  const [one, other] = [await aSession('one'), await aSession('other')];
  const asked: [tokenHash: Buffer, now: Date, idleSince: Date, email: string | null][] = [
    [one, at(1), at(-1), 'one@gdev.inc'],
    [other, at(11), at(-1), null],
    [one, at(1), at(1), null],
    [other, at(9), at(-1), 'other@gdev.inc'],
    [Buffer.from('unknown'.padEnd(32, '.')), at(1), at(-1), null],
    [one, at(1), at(-1), 'one@gdev.inc'],
  ];
  for (const order of [asked, asked.toReversed()]) {
    const found = await Promise.all(
      order.map(([tokenHash, now, idleSince]) => store.find(tokenHash, now, idleSince)),
    );
    expect(found.map((session) => session?.user.email ?? null)).toEqual(
      order.map(([, , , email]) => email),
    );
  }
});

test('one by one they are found by a plan that is kept', async () => {
  const store = sessionsStore(db, rules);
  const tokenHash = await aSession('planned');
  for (let time = 0; time < 20; time += 1) await store.find(tokenHash, at(1), at(-1));
  const { rows } = await db.raw<{ rows: { custom_plans: number }[] }>(
    `select custom_plans from pg_prepared_statements where name = 'sessions'`,
  );
  // PostgreSQL plans the first five times, to know what its plan for any key must not cost more than.
  expect(rows[0]?.custom_plans).toBe(5);
});
