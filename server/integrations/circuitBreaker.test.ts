import { limits } from '../config/limits.ts';
import { createCircuitBreaker, callThroughBreaker } from './circuitBreaker.ts';

let now: Date;
beforeEach(() => {
  now = new Date('2026-10-01T09:00:00Z');
});
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const open = () => createCircuitBreaker(() => now);
const { breakerFailures, breakerOpenMs } = limits.upstream;

test('allows one test call at a time', () => {
  const breaker = open();
  for (let count = 0; count < breakerFailures; count += 1) breaker.recordFailure();
  pass(breakerOpenMs);
  expect([breaker.isCallAllowed(), breaker.isCallAllowed()]).toEqual([true, false]);
  breaker.recordFailure();
  pass(breakerOpenMs - 1);
  expect(breaker.isCallAllowed()).toBe(false);
  pass(1);
  expect(breaker.isCallAllowed()).toBe(true);
  breaker.recordSuccess();
  expect([breaker.isCallAllowed(), breaker.isCallAllowed()]).toEqual([true, true]);
});

test('allows another test call when one never ends', () => {
  const breaker = open();
  for (let count = 0; count < breakerFailures; count += 1) breaker.recordFailure();
  pass(breakerOpenMs);
  expect(breaker.isCallAllowed()).toBe(true);
  pass(breakerOpenMs);
  expect(breaker.isCallAllowed()).toBe(true);
});

test('counts outages only, and makes no call while it is open', async () => {
  const breaker = open();
  const leftAlone = new Error('left alone');
  const down = new Error('down');
  let calls = 0;
  const call = (error: Error) =>
    callThroughBreaker(
      breaker,
      { openError: () => leftAlone, isDown: (thrown) => thrown === down },
      async () => {
        calls += 1;
        throw error;
      },
    );
  const refused = new Error('refused');
  for (let count = 0; count < 10; count += 1) await expect(call(refused)).rejects.toBe(refused);
  for (let count = 0; count < breakerFailures; count += 1)
    await expect(call(down)).rejects.toBe(down);
  await expect(call(down)).rejects.toBe(leftAlone);
  expect(calls).toBe(10 + breakerFailures);
});
