// One reading for many requests: who is read together, what a reading that hangs or fails means for the others, and whose time counts.
import { jest } from '@jest/globals';
import { loadAcrossRequests } from './loadAcrossRequests.ts';
import { refuseWhenOverTime, startTimeLimit } from './timeLimit.ts';

const atMost = { keys: 20, readings: 2, patienceMs: 250, waitMs: 8_000 };
const { keys: most, readings, patienceMs, waitMs } = atMost;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Readings that end when they are told to. */
function aStore() {
  const begun: { keys: readonly number[]; end: (error?: Error) => void }[] = [];
  const load = loadAcrossRequests<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(keys.map((key) => `value ${key}`));
        begun.push({ keys, end });
      }),
    atMost,
  );
  const asked = () => begun.map(({ keys }) => keys);
  return { begun, load, asked };
}

/** Lets what has been asked for be read. */
const turn = () => jest.advanceTimersByTimeAsync(0);
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => from + place);

test('who asks at the same moment is read together, each for its own key', async () => {
  const { begun, load, asked } = aStore();
  const answers = [load(3), load(1), load(3)];
  await turn();
  expect(asked()).toEqual([[3, 1, 3]]);
  begun[0]!.end();
  expect(await Promise.all(answers)).toEqual(['value 3', 'value 1', 'value 3']);
  // Nothing is kept.
  void load(3);
  await turn();
  expect(asked()).toEqual([[3, 1, 3], [3]]);
});

test('who asks while as many readings as may be are under way is read by the next, never by one that has begun', async () => {
  const { begun, load, asked } = aStore();
  for (const key of range(0, readings)) {
    void load(key);
    await turn();
  }
  const first = range(0, readings).map((key) => [key]);
  const late = [load(100), load(101)];
  await turn();
  expect(asked()).toEqual(first);
  begun[0]!.end();
  await turn();
  expect(asked()).toEqual([...first, [100, 101]]);
  begun[readings]!.end();
  expect(await Promise.all(late)).toEqual(['value 100', 'value 101']);
});

test('a reading is of so many keys at most', async () => {
  const { load, asked } = aStore();
  for (const key of range(0, most + 1)) void load(key);
  await turn();
  expect(asked()).toEqual([range(0, most), [most]]);
});

test('readings that hang hold up nobody else for longer than the patience', async () => {
  const { begun, load, asked } = aStore();
  const hanging = range(0, readings).map((key) => [key]);
  for (const [key] of hanging) {
    void load(key!);
    await turn();
  }
  const late = load(100);
  await jest.advanceTimersByTimeAsync(patienceMs - 1);
  expect(asked()).toEqual(hanging);
  // One for the patience, one for what it begins: the false clock puts that a millisecond later.
  await jest.advanceTimersByTimeAsync(2);
  expect(asked()).toEqual([...hanging, [100]]);
  begun[readings]!.end();
  expect(await late).toBe('value 100');
  // Those that hung have given their turns back once: no more readings than may be are under way.
  for (const { end } of begun.slice(0, readings)) end();
  await turn();
  for (const key of range(0, 2 * readings)) {
    void load(key);
    await turn();
  }
  expect(begun.length).toBe(readings + 1 + readings);
  // The patience of those that are under way, and the time limits of all who wait.
  expect(jest.getTimerCount()).toBe(readings + 2 * readings);
});

test('while the database says nothing at all nobody waits for longer than the limit, and nobody is read who has given up', async () => {
  const { begun, load, asked } = aStore();
  const answers = range(0, 100 * most).map((key) => load(key).catch((error: unknown) => error));
  await turn();
  expect(asked().length).toBe(readings);
  await jest.advanceTimersByTimeAsync(waitMs);
  expect(asked().length).toBeLessThan(100);
  await jest.advanceTimersByTimeAsync(1);
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ code: 'UNAVAILABLE', reason: 'tooSlow' });
  const hung = begun.length;
  const next = load(-1);
  await jest.advanceTimersByTimeAsync(waitMs / 2);
  expect(asked().slice(hung)).toEqual([[-1]]);
  begun[hung]!.end();
  expect(await next).toBe('value -1');
  await jest.advanceTimersByTimeAsync(patienceMs);
  expect(jest.getTimerCount()).toBe(0);
});

test('who comes in the same turn of the event loop comes along', async () => {
  jest.useRealTimers();
  const { begun, load, asked } = aStore();
  const late = Promise.withResolvers<string>();
  // Its turn is that in which the first is read.
  setImmediate(() => late.resolve(load(2)));
  const first = load(1);
  await new Promise((resolve) => {
    setTimeout(resolve, 10);
  });
  expect(asked()).toEqual([[1, 2]]);
  begun[0]!.end();
  expect(await Promise.all([first, late.promise])).toEqual(['value 1', 'value 2']);
});

test('a reading that fails fails for those in it; the next goes on', async () => {
  const { begun, load, asked } = aStore();
  const failed = Promise.allSettled([load(1), load(2)]);
  await turn();
  begun[0]!.end(new Error('The database has gone'));
  expect(await failed).toEqual([
    { status: 'rejected', reason: new Error('The database has gone') },
    { status: 'rejected', reason: new Error('The database has gone') },
  ]);
  const next = load(3);
  await turn();
  begun[1]!.end();
  expect(await next).toBe('value 3');
  expect(asked()).toEqual([[1, 2], [3]]);
});

test('who has no more time is not read; the time of one request ends the reading of no other', async () => {
  // Of the true clock: a false one does not know to which request a callback belongs.
  jest.useRealTimers();
  const reading = Promise.withResolvers<null>();
  const read: number[] = [];
  const load = loadAcrossRequests<number, string>(async (keys) => {
    await reading.promise;
    // As before a statement is begun.
    refuseWhenOverTime();
    read.push(...keys);
    return keys.map((key) => `value ${key}`);
  }, atMost);
  const short = startTimeLimit(10);
  const own = Promise.resolve(short.bound(() => load(1))).catch((error: unknown) => error);
  const other = load(2);
  expect(await own).toMatchObject({ code: 'UNAVAILABLE', reason: 'tooSlow' });
  reading.resolve(null);
  expect(await other).toBe('value 2');
  expect(read).toEqual([1, 2]);
  await expect(short.within(() => load(3))).rejects.toMatchObject({ reason: 'tooSlow' });
  expect(await load(4)).toBe('value 4');
  expect(read).toEqual([1, 2, 4]);
});
