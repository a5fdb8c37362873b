import { jest } from '@jest/globals';
import { createClientLog } from './clientLog.ts';

const bodies = (send: jest.Mock<(body: string) => Promise<boolean>>) =>
  send.mock.calls.map(([body]) => JSON.parse(body) as Record<string, string>);
const sender = (...answers: boolean[]) =>
  jest.fn<(body: string) => Promise<boolean>>(() => Promise.resolve(answers.shift() ?? true));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('by default every level is sent, with entry, level, source and timestamp', async () => {
  const send = sender();
  await createClientLog({ send })('temp', 'page', 'hello', { page: '/login' });
  expect(bodies(send)).toEqual([
    {
      entry: 'hello',
      level: 'temp',
      source: 'page',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      metadata: '{"page":"/login"}',
    },
  ]);
});

test('gives up after three attempts, with waits of 2 and 4 seconds', async () => {
  const send = sender(false, false, false, true);
  const done = createClientLog({ send })('error', 'page', 'lost');
  await jest.advanceTimersByTimeAsync(0);
  expect(send).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1999);
  expect(send).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(3999);
  expect(send).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(3);
  await done;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledTimes(3);
});

test('drops entries over thirty per minute', async () => {
  const send = sender();
  const write = createClientLog({ send });
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => write('error', 'page', String(index))),
  );
  expect(send).toHaveBeenCalledTimes(30);
  jest.setSystemTime(Date.now() + 60_000);
  await write('error', 'page', 'next minute');
  expect(send).toHaveBeenCalledTimes(31);
});

test('truncates a long entry and its metadata', async () => {
  const send = sender();
  const long = `-${'😀'.repeat(20_000)}`;
  await createClientLog({ send })('error', 'page', long, { long });
  const [{ entry, metadata }] = bodies(send) as [Record<string, string>];
  expect([entry?.length, metadata?.length]).toEqual([8_000, 8_000]);
  // The server would refuse an entry with half a surrogate pair.
  expect(`${entry}${metadata}`.isWellFormed()).toBe(true);
});
