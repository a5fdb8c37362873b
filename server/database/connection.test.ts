// Connections, transactions and advisory locks on a real database.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../shared/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { waitForLocks } from '../testing/waitForLocks.ts';
import { advisoryLock } from './advisoryLock.ts';
import { openDatabase } from './connection.ts';
import { asDomainError } from './databaseErrors.ts';
import { inTransaction } from './transaction.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase('empty');
});
afterAll(() => own.drop());

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => asDomainError(error),
  );

test('sets limits, time zone and name of every connection', async () => {
  const { rows } = await own.db.raw<{ rows: Record<string, string>[] }>(`
    select current_setting('statement_timeout') as statement,
           current_setting('idle_in_transaction_session_timeout') as idle,
           current_setting('timezone') as zone, current_setting('application_name') as name`);
  expect(rows).toEqual([{ statement: '5s', idle: '10s', zone: 'UTC', name: 'loadout' }]);
});

test('reads counts as numbers, larger values as text, times as dates', async () => {
  const { rows } = await own.db.raw<{ rows: Record<string, unknown>[] }>(`
    select count(*) as count, 9007199254740993::int8 as large, 12::int4 as small,
           timestamptz '2026-01-02 03:04:05+03' as at, array[1,2]::int8[] as several`);
  expect(rows[0]).toMatchObject({
    count: 1,
    large: '9007199254740993',
    small: 12,
    at: new Date('2026-01-02T00:04:05Z'),
  });
});

test('repeats a single statement that PostgreSQL aborted because of a conflict', async () => {
  const db = openDatabase(own.url);
  await db.raw('create table stood (id int primary key, value int not null)');
  await db.raw('insert into stood values (1, 0), (2, 0)');
  let isDone = false;
  let alone: Promise<void> | undefined;
  await inTransaction(db, async (trx) => {
    await trx.raw('update stood set value = value + 1 where id = 2');
    alone ??= db.raw('update stood set value = value + 10').then(() => {
      isDone = true;
    });
    await waitForLocks(db, 1, () => isDone);
    // Both wait for each other now, and PostgreSQL aborts either of them.
    await trx.raw('update stood set value = value + 1 where id = 1');
  });
  await alone;
  expect(await db('stood').orderBy('id').pluck('value')).toEqual([11, 11]);
  await db.destroy();
});

test('ends a slow statement, and keeps the connection', async () => {
  const db = openDatabase(own.url, { statementTimeoutMs: 50, poolMax: 1 });
  expect(await failureOf(db.raw('select pg_sleep(5)'))).toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'databaseSlow',
  });
  expect(await failureOf(db.raw('select 1'))).toBeNull();
  await db.destroy();
});

test('lets the server end an idle transaction', async () => {
  const db = openDatabase(own.url, { idleInTransactionMs: 50, poolMax: 1 });
  const work = db.transaction(async (trx) => {
    await trx.raw('select 1');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await trx.raw('select 1');
  });
  expect(await failureOf(work)).toMatchObject({ code: 'UNAVAILABLE', reason: 'databaseAway' });
  expect(await failureOf(db.raw('select 1'))).toBeNull();
  await db.destroy();
});

test('reports a wait for a connection that is too long', async () => {
  const db = openDatabase(own.url, { poolMax: 1, acquireMs: 100 });
  // Opens the only connection first, since that may take longer than the wait.
  while ((await failureOf(db.raw('select 1'))) !== null);
  const busy = failureOf(db.raw('select pg_sleep(0.4)'));
  expect(await failureOf(db.raw('select 1'))).toMatchObject({ reason: 'databaseAway' });
  expect(await busy).toBeNull();
  await db.destroy();
});

test('replaces connections that the server ended, and keeps the process', async () => {
  const db = openDatabase(own.url, { poolMax: 3 });
  await Promise.all([db.raw('select pg_sleep(0.05)'), db.raw('select pg_sleep(0.05)')]);
  const running = failureOf(db.raw('select pg_sleep(3)'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await own.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`,
  );
  expect(await running).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  // A query may use a broken connection that the pool has not noticed yet, each of them once.
  let failed = 0;
  while ((await failureOf(db.raw('select 1'))) !== null) failed += 1;
  expect(failed).toBeLessThanOrEqual(3);
  await db.destroy();
});

test('reports a missing server as unavailable, not as busy', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none');
  expect(await failureOf(db.raw('select 1'))).toMatchObject({ reason: 'databaseAway' });
  await db.destroy();
});

describe('transactions', () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase('empty');
    await own.db.raw('create table counter (id int primary key, value int not null)');
    await own.db.raw('insert into counter values (1, 0), (2, 0)');
  });
  afterAll(() => own.drop());

  const valueOf = async (id: number) =>
    (await own.db('counter').where({ id }).first()).value as number;

  test('rolls back failed work without a retry', async () => {
    let runs = 0;
    const work = inTransaction(own.db, async (trx) => {
      runs += 1;
      await trx('counter').where({ id: 1 }).increment('value');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect([runs, await valueOf(1)]).toEqual([1, 0]);
  });

  test('completes two that block each other, once each', async () => {
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
});

describe('advisory locks', () => {
  let database: TestDatabase;
  let stop: AbortController;
  let running: Promise<void>[];
  let sockets: Socket[];
  beforeEach(async () => {
    database = await createTestDatabase();
    stop = new AbortController();
    running = [];
    sockets = [];
  });
  afterEach(async () => {
    stop.abort();
    for (const socket of sockets) socket.destroy();
    await Promise.all(running);
    await database.drop();
  });

  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await sleep(20);
  };

  /** A competitor for the lock, with its state. */
  function anotherOne(url = database.url, name = 'a thing', silentMs?: number) {
    const one = { turns: 0, works: false };
    const log = createLog({ level: 'silent' });
    const alone = advisoryLock({
      url,
      name,
      log,
      pollMs: 100,
      ...(silentMs ? { idleSessionMs: silentMs } : {}),
    });
    running.push(
      alone(async (signal) => {
        one.turns += 1;
        one.works = true;
        if (!signal.aborted)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        one.works = false;
      }, stop.signal),
    );
    return one;
  }

  test('let one of several work, independently of other locks', async () => {
    const several = [anotherOne(), anotherOne(), anotherOne()];
    const other = anotherOne(database.url, 'another thing');
    await until(() => other.works && several.some(({ works }) => works));
    await sleep(400);
    expect(several.map(({ turns }) => turns).toSorted()).toEqual([0, 0, 1]);
  });

  test('end the work of a silent connection, and pass on', async () => {
    const front = createServer((socket) => {
      const target = connect(Number(new URL(database.url).port), '127.0.0.1');
      sockets.push(socket, target);
      for (const end of [socket, target]) end.on('error', () => undefined);
      socket.pipe(target);
      target.pipe(socket);
    });
    await new Promise<void>((resolve) => void front.listen(0, '127.0.0.1', resolve));
    const { port } = front.address() as AddressInfo;
    const through = Object.assign(new URL(database.url), { port: String(port) }).href;
    const first = anotherOne(through, 'a thing', 800);
    await until(() => first.works);
    const second = anotherOne();
    await sleep(300);
    expect(second.turns).toBe(0);
    // From now on the connection is silent, as after a loss of the network.
    for (const socket of sockets) socket.unpipe().pause();
    front.close();
    await until(() => second.works);
    await until(() => !first.works);
    expect(second.works).toBe(true);
  });
});
