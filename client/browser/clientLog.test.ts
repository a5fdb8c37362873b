import { jest } from '@jest/globals';
import { createClientLog, forwardToLog, type WriteLog } from './clientLog.ts';

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

test('a stricter level drops less severe entries', async () => {
  const send = sender();
  const write = createClientLog({ send, level: 'warn' });
  await write('info', 'page', 'no');
  await write('warn', 'page', 'yes');
  expect(bodies(send).map(({ entry }) => entry)).toEqual(['yes']);
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

test('counts a broken request as an attempt', async () => {
  const send = jest.fn<(body: string) => Promise<boolean>>().mockResolvedValue(true);
  send.mockRejectedValueOnce(new TypeError('offline'));
  void createClientLog({ send })('error', 'page', 'later');
  await jest.advanceTimersByTimeAsync(2000);
  expect(send).toHaveBeenCalledTimes(2);
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

describe('forwarded entries', () => {
  const original = { error: console.error, warn: console.warn };
  let written: Array<Parameters<WriteLog>>;
  let stop: () => void;

  beforeEach(() => {
    Object.assign(console, { error: () => undefined, warn: () => undefined });
    written = [];
    stop = forwardToLog(
      async (...line) => void written.push(line),
      () => ({ page: '/dashboard' }),
    );
  });
  afterEach(() => {
    stop();
    Object.assign(console, original);
  });

  test('console errors and warnings', () => {
    console.error('broken', { a: 1 });
    console.warn('careful');
    expect(written.map(([level, source, entry]) => [level, source, entry])).toEqual([
      ['error', 'console', 'broken {"a":1}'],
      ['warn', 'console', 'careful'],
    ]);
  });

  test('an uncaught error with stack and position', () => {
    const error = new Error('boom');
    window.dispatchEvent(new ErrorEvent('error', { error, filename: 'a.js', lineno: 3, colno: 5 }));
    expect(written).toEqual([
      ['error', 'window', error.stack, { page: '/dashboard', place: 'a.js:3:5' }],
    ]);
  });

  test('an unhandled rejection', () => {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no' }));
    expect(written).toEqual([['error', 'promise', 'no', { page: '/dashboard' }]]);
  });

  test('nothing after stop', () => {
    stop();
    console.error('quiet');
    expect(written).toEqual([]);
  });
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
