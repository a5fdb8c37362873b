import { limits } from '../limits.ts';
import { createLog } from '../shared/log.ts';
import { createTestServices } from '../testing/testServices.ts';
import { aUser } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { maxClockOffsetMs, clockOffset, followDatabaseClock } from './databaseClock.ts';

const log = createLog({ level: 'silent' });
const hour = 3_600_000;

let database: TestDatabase;
/** How far the clock of the process is wrong. */
let wrong = 0;
const own = () => Date.now() + wrong;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

afterEach(() => {
  wrong = 0;
});

const distance = (date: Date, expected: number): number => Math.abs(date.getTime() - expected);

test.each([hour, -hour])(
  'a process whose clock is wrong by %d ms goes by the database’s',
  async (by) => {
    wrong = by;
    const time = await followDatabaseClock(database.db, log, own);
    expect(distance(time.clock(), Date.now())).toBeLessThan(maxClockOffsetMs);
    expect(Math.abs((await clockOffset(database.db, own)) + by)).toBeLessThan(maxClockOffsetMs);
    wrong = 0;
    await time.measure();
    expect(distance(time.clock(), Date.now())).toBeLessThan(maxClockOffsetMs);
    time.stop();
  },
);

test('small differences leave the clock alone', async () => {
  wrong = maxClockOffsetMs / 4;
  const time = await followDatabaseClock(database.db, log, own);
  const before = own();
  expect(time.clock().getTime()).toBeLessThanOrEqual(own());
  expect(time.clock().getTime()).toBeGreaterThanOrEqual(before);
  time.stop();
});

test('two processes whose clocks differ agree on when a session ends', async () => {
  wrong = 2 * hour;
  const fast = await followDatabaseClock(database.db, log, own);
  const right = await followDatabaseClock(database.db, log);
  const sessions = ({ clock }: { clock: () => Date }) =>
    createTestServices(database.db, { clock }).services.sessions;
  const { id } = await aUser(database.db, { isDemo: true });
  const { token } = await sessions(fast).open(id);
  const age = (ms: number) =>
    database.db.raw(`update sessions set last_seen_at = now() - ? * interval '1 ms'`, [ms]);
  const seenBy = async () =>
    Promise.all(
      [fast, right].map(async (process) => (await sessions(process).getViewer(token)).kind),
    );
  await age(limits.session.idleMs - hour);
  expect(await seenBy()).toEqual(['member', 'member']);
  await age(limits.session.idleMs + hour);
  expect(await seenBy()).toEqual(['visitor', 'visitor']);
  fast.stop();
  right.stop();
});
