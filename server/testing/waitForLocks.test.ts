import { createTestDatabase, type TestDatabase } from './testDatabase.ts';
import { waitForLocks } from './waitForLocks.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase('empty');
});
afterAll(() => own.drop());

test('goes on once so many wait, and before only when it is over', async () => {
  const { db } = own;
  let asked = 0;
  await waitForLocks(db, 1, () => {
    asked += 1;
    return asked === 3;
  });
  expect(asked).toBe(3);
  const lock = 'select pg_advisory_xact_lock(1)';
  let waiting: Promise<unknown> = Promise.resolve();
  await db.transaction(async (trx) => {
    await trx.raw(lock);
    waiting = Promise.resolve(db.raw(lock));
    await waitForLocks(db, 1);
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rowCount).toBe(1);
  });
  await waiting;
});
