// Who keeps whom waiting in a round of writing: without a service, and with more than is read at once.
import type { WriteOutcome } from './writeOutcome.ts';
import { writeEach } from './writingRound.ts';

const all = Array.from({ length: 250 }, (_, at) => at + 1);
const round = (write: (one: number) => Promise<WriteOutcome>) =>
  writeEach({
    waiting: async (after, limit) => all.filter((one) => one > after).slice(0, limit),
    placeOf: (one) => one,
    write,
    signal: new AbortController().signal,
  });
const written: WriteOutcome = { state: 'written', reason: null };
const waits = (reason: WriteOutcome['reason']): WriteOutcome => ({ state: 'waiting', reason });

test.each(['bookmarksRefused', 'bookmarksMalformed', 'notInService'] as const)(
  'more than are read at once that end with %s hold up none behind them',
  async (reason) => {
    expect(await round(async (one) => (one <= 120 ? waits(reason) : written))).toEqual({
      written: 130,
      left: 120,
      reason,
      again: null,
    });
  },
);

test.each([
  ['bookmarksBusy', 1],
  ['bookmarksUnauthorised', 2],
  ['bookmarksUnreachable', 3],
] as const)('after %s the service is left alone, and the rest is counted', async (reason, most) => {
  let asked = 0;
  const done = await round(async () => {
    asked += 1;
    return waits(reason);
  });
  expect(asked).toBe(most);
  expect(done).toEqual({ written: 0, left: 250, reason, again: reason });
});

test.each(['bookmarksUnreachable', 'bookmarksUnauthorised'] as const)(
  'one alone that ends with %s holds up no other, and is tried again',
  async (reason) => {
    expect(await round(async (one) => (one % 2 === 0 ? waits(reason) : written))).toEqual({
      written: 125,
      left: 125,
      reason,
      again: reason,
    });
  },
);

test('one that is being decided about is tried again, and is no service that is away', async () => {
  expect(await round(async (one) => (one <= 200 ? waits('beingDecided') : written))).toEqual({
    written: 50,
    left: 200,
    reason: 'beingDecided',
    again: 'beingDecided',
  });
});

test('a fault of our own is thrown after the others were written; three in a row end the round', async () => {
  const faulty: number[] = [];
  const tried: number[] = [];
  const going = () =>
    round(async (one) => {
      tried.push(one);
      if (faulty.includes(one)) throw new Error(`fault ${one}`);
      return written;
    });
  faulty.push(1, 3);
  await expect(going()).rejects.toThrow('fault 1');
  expect(tried).toHaveLength(250);
  tried.length = 0;
  faulty.push(2);
  await expect(going()).rejects.toThrow('fault 1');
  expect(tried).toEqual([1, 2, 3]);
});
