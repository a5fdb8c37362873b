import { createTestDatabase } from '../testing/testDatabase.ts';
import type { TestDatabase } from '../testing/testDatabase.ts';
import { inTransaction } from './transaction.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase('empty');
  await own.db.raw('create table counter (id int primary key, value int not null)');
  await own.db.raw('insert into counter values (1, 0), (2, 0)');
});
afterAll(() => own.drop());

const valueOf = async (id: number) =>
  (await own.db('counter').where({ id }).first()).value as number;

test('work that fails leaves nothing behind and does not run again', async () => {
  let runs = 0;
  const work = inTransaction(own.db, async (trx) => {
    runs += 1;
    await trx('counter').where({ id: 1 }).increment('value');
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect([runs, await valueOf(1)]).toEqual([1, 0]);
});

test('two that block each other are both done, once', async () => {
  let runs = 0;
  const bothIn = Promise.withResolvers<void>();
  const touch = (first: number, second: number) =>
    inTransaction(own.db, async (trx) => {
      runs += 1;
      await trx('counter').where({ id: first }).increment('value');
      if (runs === 2) bothIn.resolve();
      await bothIn.promise;
      await trx('counter').where({ id: second }).increment('value');
    });
  await Promise.all([touch(1, 2), touch(2, 1)]);
  expect(runs).toBeGreaterThan(2);
  expect([await valueOf(1), await valueOf(2)]).toEqual([2, 2]);
});
