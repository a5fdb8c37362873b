// The time of a request, to the millisecond.
import { jest } from '@jest/globals';
import { refuseWhenOverTime, startTimeLimit } from './timeLimit.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const after = (ms: number): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('done'), ms);
  });
const tooSlow = { code: 'UNAVAILABLE', reason: 'tooSlow' };

test('what takes the whole time is in time, one millisecond more is not', async () => {
  const timeLimit = startTimeLimit(10_000);
  const inTime = timeLimit.bound(() => after(10_000));
  const late = Promise.resolve(timeLimit.bound(() => after(10_002)));
  const refused = late.catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await inTime).toBe('done');
  expect(() => timeLimit.refuseWhenOver()).not.toThrow();
  await jest.advanceTimersByTimeAsync(1);
  expect(await refused).toMatchObject(tooSlow);
  expect(() => timeLimit.bound(() => 'sync')).toThrow(expect.objectContaining(tooSlow));
});

test('work that goes on behind a given-up answer begins no statement', async () => {
  const timeLimit = startTimeLimit(10);
  const begun: string[] = [];
  const work = Promise.resolve(
    timeLimit.bound(async () => {
      refuseWhenOverTime();
      begun.push('first');
      await after(50);
      refuseWhenOverTime();
      begun.push('second');
    }),
  );
  const refused = work.catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(100);
  expect(await refused).toMatchObject(tooSlow);
  expect(begun).toEqual(['first']);
  // Whoever belongs to no request has all the time.
  expect(refuseWhenOverTime).not.toThrow();
});

test('a request that is answered keeps no timer', () => {
  startTimeLimit(10_000).end();
  expect(jest.getTimerCount()).toBe(0);
});
