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
