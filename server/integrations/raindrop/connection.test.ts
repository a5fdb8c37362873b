import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeRaindrop, type FakeRaindrop } from '../../../fakes/raindrop.ts';
import { createRaindrop } from './raindrop.ts';
import { anyLength, connectTo } from '../../testing/raindropConnection.ts';

let fake: FakeRaindrop;
beforeEach(async () => {
  fake = await startFakeRaindrop({
    bookmarks: [{ _id: 1, link: 'https://example.com', title: 'One' }],
  });
});
afterEach(() => fake.close());

const read = ({ service }: ReturnType<typeof connectTo>, signal = anyLength()) =>
  service.trashedIds(signal);
const unavailable = (reason: string) => ({ name: 'DomainError', code: 'UNAVAILABLE', reason });
const callCount = async () => (await fake.control.calls()).length;

describe('reading', () => {
  it.each(['500', '503', 'malformed', 'drop', '429'] as const)('retries after %s', async (kind) => {
    await fake.control.fail({ kind, times: 2 });
    const connection = connectTo(fake);
    expect((await read(connection)).size).toBe(0);
    expect(await callCount()).toBe(3);
  });

  it.each([
    ['500', 'bookmarksUnreachable'],
    ['503', 'bookmarksUnreachable'],
    ['drop', 'bookmarksUnreachable'],
    ['malformed', 'bookmarksMalformed'],
    ['429', 'bookmarksBusy'],
  ] as const)('gives up after three %s', async (kind, reason) => {
    await fake.control.fail({ kind, times: 10 });
    await expect(read(connectTo(fake))).rejects.toMatchObject(unavailable(reason));
    expect(await callCount()).toBe(3);
  });

  it.each([
    ['400', 'bookmarksRefused'],
    ['404', 'bookmarksRefused'],
    ['resultFalse', 'bookmarksRefused'],
    ['notAPage', 'bookmarksMalformed'],
    ['empty', 'bookmarksMalformed'],
    ['401', 'bookmarksUnauthorised'],
    ['403', 'bookmarksUnauthorised'],
    ['authFalse', 'bookmarksUnauthorised'],
  ] as const)('does not retry after %s', async (kind, reason) => {
    await fake.control.fail({ kind, times: 10 });
    await expect(read(connectTo(fake))).rejects.toMatchObject(unavailable(reason));
    expect(await callCount()).toBe(1);
  });

  it('waits longer each time', async () => {
    await fake.control.fail({ kind: '500', times: 2 });
    const connection = connectTo(fake);
    await read(connection);
    const [first = 0, second = 0] = connection.waits;
    expect(connection.waits).toHaveLength(2);
    expect(first).toBeGreaterThanOrEqual(1_000);
    expect(first).toBeLessThanOrEqual(1_250);
    expect(second).toBeGreaterThanOrEqual(2_000);
    expect(second).toBeLessThanOrEqual(2_500);
  });

  it('respects Retry-After', async () => {
    await fake.control.fail({ kind: '429', retryAfter: 7 });
    const connection = connectTo(fake);
    await read(connection);
    expect(connection.waits).toEqual([7_000]);
  });

  it('reports a wait of an hour without waiting', async () => {
    await fake.control.fail({ kind: '429', retryAfter: 3_600 });
    const connection = connectTo(fake);
    await expect(read(connection)).rejects.toMatchObject({
      ...unavailable('bookmarksBusy'),
      retryAfter: 3_600,
    });
    expect(connection.waits).toEqual([]);
  });

  it('stops at a wrong token', async () => {
    const connection = connectTo(fake, { token: 'stolen-token' });
    await expect(read(connection)).rejects.toMatchObject(unavailable('bookmarksUnauthorised'));
    await expect(read(connection)).rejects.not.toThrow(/stolen-token/);
  });

  it('gives up a slow answer', async () => {
    await fake.control.fail({ kind: 'slow', delayMs: 1_500, times: 3 });
    const connection = connectTo(fake, { timeoutMs: 100 });
    await expect(read(connection)).rejects.toMatchObject(unavailable('bookmarksUnreachable'));
    expect(await callCount()).toBe(3);
  });

  it('gives up a stalled answer', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"items":[');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connection = connectTo({ ...fake, url: `http://127.0.0.1:${port}` }, { timeoutMs: 100 });
    await expect(read(connection)).rejects.toMatchObject(unavailable('bookmarksUnreachable'));
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });

  it('follows no redirect with the token', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: `${fake.url}/raindrops/-99` }).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connection = connectTo({ ...fake, url: `http://127.0.0.1:${port}` });
    await expect(read(connection)).rejects.toMatchObject(unavailable('bookmarksUnreachable'));
    expect(await callCount()).toBe(0);
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });

  it('stops on abort before, during and between calls', async () => {
    const reason = new Error('enough');
    await expect(read(connectTo(fake), AbortSignal.abort(reason))).rejects.toBe(reason);
    await fake.control.fail({ kind: 'slow', delayMs: 1_500 });
    const during = new AbortController();
    setTimeout(() => during.abort(reason), 50);
    await expect(read(connectTo(fake), during.signal)).rejects.toBe(reason);

    await fake.control.fail({ kind: '429', retryAfter: 60 });
    const between = new AbortController();
    const patient = createRaindrop({ url: fake.url, token: fake.token, collection: 0 });
    setTimeout(() => between.abort(reason), 100);
    await expect(patient.trashedIds(between.signal)).rejects.toBe(reason);
  });
});

describe('the breaker', () => {
  it('pauses for half a minute after failures', async () => {
    await fake.control.fail({ kind: '500', times: 6 });
    const connection = connectTo(fake, { wait: async () => {} });
    await expect(read(connection)).rejects.toThrow('fails (500)');
    await expect(read(connection)).rejects.toThrow('paused');
    expect(await callCount()).toBe(5);
    connection.pass(29_000);
    await expect(read(connection)).rejects.toThrow('paused');
    expect(await callCount()).toBe(5);
    connection.pass(2_000);
    await expect(read(connection)).rejects.toThrow('paused');
    expect(await callCount()).toBe(6);
    connection.pass(31_000);
    expect((await read(connection)).size).toBe(0);
    await fake.control.fail({ kind: '500' });
    expect((await read(connection)).size).toBe(0);
  });
});

describe('the budget', () => {
  it('pauses before the limit, and continues after the reset', async () => {
    await fake.close();
    fake = await startFakeRaindrop({
      bookmarks: Array.from({ length: 300 }, (_, at) => ({
        _id: at + 1,
        link: `https://example.com/${at + 1}`,
      })),
    });
    await fake.control.rate({ limit: 8, windowSeconds: 1 });
    const { service } = connectTo(fake, { now: () => new Date(), wait: undefined });
    let seen = 0;
    for await (const page of service.pages(anyLength())) seen += page.bookmarks.length;
    expect(seen).toBe(300);
    const calls = await fake.control.calls();
    expect(calls.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('keeps the last four calls of a window for others', async () => {
    await fake.control.rate({ limit: 10, windowSeconds: 600, headers: 'ratelimit-' });
    const connection = connectTo(fake);
    for (let at = 0; at < 6; at += 1) await read(connection);
    expect(connection.waits).toEqual([]);
    await read(connection);
    expect(connection.waits).toHaveLength(1);
  });
});

describe('headers of the rate limit', () => {
  const reset = (seconds: number) => String(Math.ceil(Date.now() / 1_000) + seconds);

  it.each<[string, number, () => Record<string, string>, [least: number, most: number]]>([
    [
      'a reset in seconds from now',
      200,
      () => ({ 'ratelimit-remaining': '0', 'ratelimit-reset': '12' }),
      [11, 13],
    ],
    [
      'a reset that is far away is not believed',
      200,
      () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset(86_400) }),
      [119, 121],
    ],
    [
      'a reset by the clock of the service, an hour behind ours',
      200,
      () => ({
        date: new Date(Date.now() - 3_600_000).toUTCString(),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': reset(30 - 3_600),
      }),
      [28, 34],
    ],
    ['too many calls without a word about when to come back', 429, () => ({}), [59, 61]],
    [
      'too many calls until a date',
      429,
      () => ({ 'retry-after': new Date(Date.now() + 20_000).toUTCString() }),
      [17, 21],
    ],
  ])('%s', async (_what, status, headers, [least, most]) => {
    let calls = 0;
    const server = createServer((_request, response) => {
      calls += 1;
      const isFirst = calls === 1;
      response.writeHead(isFirst ? status : 200, {
        'Content-Type': 'application/json',
        ...(isFirst ? headers() : {}),
      });
      response.end(JSON.stringify({ result: true, items: [], count: 0 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connection = connectTo({ ...fake, url });
    await read(connection);
    if (status === 200) await read(connection);
    server.closeAllConnections();
    server.close();
    const waited = connection.waits.reduce((sum, ms) => sum + ms, 0) / 1_000;
    expect(waited).toBeGreaterThanOrEqual(least);
    expect(waited).toBeLessThanOrEqual(most);
  });
});
