// Malicious receivers of webhooks, as bytes on a real connection: the sender leaves each in time, and none affects more than its
// own result.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net';
import { createWebhookSender } from './webhookSender.ts';

const signal = new AbortController().signal;
const at = new Date('2026-10-01T09:00:00Z');
const ok = 'HTTP/1.1 200 OK\r\n';
let server: Server;
let port: number;
/** Behaviour of the receiver after the beginning of a message. */
let answer: (socket: Socket) => void;
let connections = 0;
let sent = 0;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  connections = 0;
  sent = 0;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const send = (totalMs: number, { url = `http://127.0.0.1:${port}/hook`, body = '{}' } = {}) =>
  createWebhookSender({ allow: [{ host: '127.0.0.1', port }], totalMs }).send(
    { url, id: 'msg_1', at, body, secrets: [] },
    signal,
  );

/** Writes the same chunk repeatedly, at full speed or at intervals; ends by itself far beyond any limit. */
const endlessly =
  (head: string, chunk: string, everyMs: number | null = null) =>
  (socket: Socket): void => {
    socket.write(head);
    const most = 200_000_000;
    const more = (): void => {
      while (socket.writable && sent < most) {
        sent += chunk.length;
        const isTaken = socket.write(chunk);
        if (everyMs !== null) return;
        if (!isTaken) {
          socket.once('drain', more);
          return;
        }
      }
    };
    more();
    if (everyMs === null) return;
    const timer = setInterval(more, everyMs);
    socket.once('close', () => clearInterval(timer));
  };

const filler = 'x'.repeat(64_000);

describe('ends an endless receiver after the time limit of an attempt', () => {
  test.each<[string, typeof answer]>([
    ['says nothing', () => undefined],
    ['says its header letter by letter', endlessly('HTTP/1.1 200 OK\r\nX-Long: ', 'x', 5)],
    ['promises an answer again and again', endlessly('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 5)],
    [
      'answers a success after the time is over',
      (socket) => void setTimeout(() => socket.end(`${ok}\r\n`), 600),
    ],
  ])('%s', async (_what, does) => {
    answer = does;
    expect(await send(200)).toEqual({ status: null, failure: 'timeout' });
  });
});

/** Longer than any case takes, unless the sender is broken. */
const enough = 60_000;

describe('treats an invalid or missing answer as unreachable', () => {
  test.each<[string, string | typeof answer]>([
    ['a header without end', endlessly(ok, `X-Filler: ${'x'.repeat(1_000)}\r\n`)],
    ['a line without end', endlessly('HTTP/1.1 200 ', filler)],
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['no HTTP', 'This is no HTTP\r\n\r\n'],
    ['two lengths', `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['half of a header', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['nothing at all', ''],
    ['a reset', (socket) => void socket.resetAndDestroy()],
  ])('%s', async (_what, does) => {
    answer = typeof does === 'string' ? (socket) => void socket.end(does) : does;
    expect(await send(enough)).toEqual({ status: null, failure: 'unreachable' });
    expect(sent).toBeLessThan(20_000_000);
  });
});

test('reads nothing after the status', async () => {
  answer = endlessly(`${ok}Content-Length: 9000000000\r\n\r\n`, filler);
  expect(await send(enough)).toEqual({ status: 200, failure: null });
  while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  // Bytes in the buffers of the two sockets were sent but not read.
  expect(sent).toBeLessThan(20_000_000);
});

test('accepts an early answer, and isolates a connection that breaks after it', async () => {
  const body = filler.repeat(50);
  answer = (socket) => {
    socket.pause();
    socket.write(`${ok}\r\n`, () => socket.resetAndDestroy());
  };
  const tries = await Promise.all(Array.from({ length: 20 }, () => send(enough, { body })));
  // The network decides whether the answer or the end of the connection arrives first.
  for (const { status, failure } of tries)
    expect([`200 null`, `null unreachable`]).toContain(`${status} ${failure}`);
});

test.each([301, 307, 308])(
  'treats a redirect (%i) as a failure and does not follow it',
  async (status) => {
    for (const place of [`http://127.0.0.1:${port}/hook`, 'http://169.254.169.254/', '/hook']) {
      answer = (socket) =>
        void socket.end(
          `HTTP/1.1 ${status} Moved\r\nLocation: ${place}\r\nContent-Length: 0\r\n\r\n`,
        );
      expect(await send(enough)).toEqual({ status, failure: 'status' });
    }
    expect(connections).toBe(3);
  },
);

test.each<[string, string, Date | undefined]>([
  ['204 Fine', '60', undefined],
  ['429 Slow down', '60', new Date('2026-10-01T09:01:00Z')],
  ['503 Away', 'Thu, 01 Oct 2026 10:00:00 GMT', new Date('2026-10-01T10:00:00Z')],
  ['503 Away', 'Wed, 01 Oct 1000 10:00:00 GMT', new Date('1000-10-01T10:00:00Z')],
  ['429 Slow down', '9'.repeat(400), new Date(8_640_000_000_000_000)],
  ...[
    '-60',
    '1e3',
    '0x10',
    '60, 61',
    '6 0',
    'soon',
    '',
    '2026-10-01T10:00:00Z',
    'Thu, 99 Oct 2026 10:00:00 GMT',
  ].map((said): [string, string, undefined] => ['429 Slow down', said, undefined]),
  ['600 Odd', 'soon', undefined],
  ['999 Odd', 'soon', undefined],
])('%s with Retry-After: %s pauses until %s', async (line, said, retryAt) => {
  answer = (socket) =>
    void socket.end(`HTTP/1.1 ${line}\r\nRetry-After: ${said}\r\nContent-Length: 0\r\n\r\n`);
  const status = Number(line.slice(0, 3));
  expect(await send(enough)).toEqual({
    status,
    failure: status === 204 ? null : 'status',
    ...(retryAt ? { retryAt } : {}),
  });
});

describe('I1: a name with changing addresses', () => {
  /** A public address that is not assigned. */
  const outside = '2d00::1';
  let looks = 0;
  const attempts: string[] = [];
  const watch = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address: string) => void attempts.push(address));
  };
  beforeAll(() => subscribe('net.client.socket', watch));
  afterAll(() => unsubscribe('net.client.socket', watch));
  beforeEach(() => {
    looks = 0;
    attempts.length = 0;
  });
  /** Results of successive lookups; the last one repeats. */
  const through = (...said: string[][]) =>
    createWebhookSender({
      allow: [],
      totalMs: 2_000,
      lookup: (_name, options, done) => {
        const found = said[Math.min(looks, said.length - 1)]!.map((address) => ({
          address,
          family: isIPv6(address) ? 6 : 4,
        }));
        looks += 1;
        if (options.all) done(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      },
    }).send({ url: 'https://rebound.example/', id: 'msg_1', at, body: '{}', secrets: [] }, signal);

  test('is connected to the checked address only', async () => {
    expect((await through([outside], ['127.0.0.1'])).failure).not.toBe('notPublic');
    expect({ looks, attempts }).toEqual({ looks: 1, attempts: [outside] });
  });

  test.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['168.63.129.16']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['4000::1']],
    [[outside, '127.0.0.1']],
    [['127.0.0.1', outside]],
  ])('is not connected to when it resolves to %s', async (said) => {
    expect((await through(said)).failure).toBe('notPublic');
    expect({ looks, attempts }).toEqual({ looks: 1, attempts: [] });
  });
});

test('I1: sends to no spelling of an internal address', async () => {
  const hosts =
    '127.0.0.1 localhost LOCALHOST 127.1 2130706433 0x7f000001 017700000001 0.0.0.0 0 ①②⑦.⓪.⓪.① 10.0.0.1 ' +
    '192.168.0.1 172.16.0.1 100.64.0.1 169.254.169.254 168.63.129.16 198.18.0.1 [::1] [::] [::ffff:127.0.0.1] ' +
    '[::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [fe80::1] [fd00:ec2::254] [4000::1]';
  const outcomes = await Promise.all(
    hosts.split(' ').map(async (host) => (await send(enough, { url: `https://${host}/` })).failure),
  );
  const through = outcomes.filter((failure) => failure !== 'notPublic').length;
  expect(through).toBe(0);
  for (const url of [
    `http://127.0.0.1:${port + 1}/`,
    `https://1.1.1.1:8443/`,
    'http://1.1.1.1/',
    `http://user@127.0.0.1:${port}/`,
    `ftp://127.0.0.1:${port}/`,
  ])
    expect((await send(enough, { url })).failure).toBe('notPublic');
  expect(connections).toBe(0);
});
