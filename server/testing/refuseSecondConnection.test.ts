import { readAcrossRequests } from '../database/readAcrossRequests.ts';
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

test('what is read across requests is seen too', async () => {
  const db = refuseSecondConnection(own.db);
  const read = readAcrossRequests<readonly [number], { place: number }>(
    db,
    {
      name: 'places',
      text: 'select place::integer from unnest($1::integer[]) with ordinality as asked (key, place)',
    },
    [],
  );
  expect(await read([7])).toEqual([{ place: 1 }]);
  await inTransaction(db, async () => {
    await expect(read([7])).rejects.toThrow('another connection');
  });
});
