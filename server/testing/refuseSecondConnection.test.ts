import { runPrepared } from '../database/prepared.ts';
import { inTransaction } from '../database/transaction.ts';
import { refuseSecondConnection } from './refuseSecondConnection.ts';
import { createTestDatabase, type TestDatabase } from './testDatabase.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase('empty');
});
afterAll(() => own.drop());

test('inside a transaction only its own connection is asked; behind it the pool', async () => {
  const db = refuseSecondConnection(own.db);
  await inTransaction(db, async (trx) => {
    await trx.raw('select 1');
    await expect(db.raw('select 1')).rejects.toThrow('another connection');
    await expect(inTransaction(db, async () => undefined)).rejects.toThrow('another connection');
  });
  await db.raw('select 1');
  // A test that holds what a room waits for asks the pool meanwhile.
  await own.db.transaction(() => db.raw('select 1'));
});

test('prepared statements are seen too', async () => {
  const db = refuseSecondConnection(own.db);
  const read = () => runPrepared(db, { name: 'one', text: 'select 1 as one' }, []);
  expect(await read()).toEqual([{ one: 1 }]);
  await inTransaction(db, async () => {
    await expect(read()).rejects.toThrow('another connection');
  });
});
