// The time limits of connections: whoever drips, waits or does not listen is disconnected.
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Server } from 'node:http';
import { createListener } from './listener.ts';

const limits = {
  headerBytes: 8_192,
  headersMs: 300,
  requestMs: 500,
  keepAliveMs: 100,
  lookMs: 50,
  stillMs: 900,
};

let server: Server;
let sockets: Socket[] = [];
beforeAll(async () => {
  server = createListener(limits);
  server.on('request', (request, response) => {
    if (request.url === '/begun') response.write('begun');
    else if (request.url === '/large') response.end('x'.repeat(50_000_000));
    else if (request.url === '/slow') setTimeout(() => response.end('slow'), 1_000);
    else
      void text(request).then(
        (body) => response.end(body),
        () => response.destroy(),
      );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
});

async function client(words: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(words);
  return socket;
}

/** Waits until the server has ended the connection; a byte is sent every 100 ms meanwhile. */
async function whenEnded(socket: Socket, isDripping: boolean): Promise<void> {
  socket.resume();
  const drip = setInterval(() => {
    if (isDripping) socket.write('x');
  }, 100);
  // The server may end it by a reset, which is an end too.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
}

const post = 'POST / HTTP/1.1\r\nHost: x\r\n';

test.each([
  ['headers that drip', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', true],
  ['no word at all', '', false],
  ['a body that drips', `${post}Content-Length: 5000\r\n\r\n`, true],
  ['a body that never comes', `${post}Content-Length: 5000\r\n\r\n`, false],
  ['nothing after an answer', `${post}Content-Length: 0\r\n\r\n`, false],
])('the connection is ended after %s', async (_what, words, isDripping) => {
  const socket = await client(words);
  await whenEnded(socket, isDripping);
  expect(socket.destroyed).toBe(true);
});

test('the server has the limits that it was given', () => {
  expect(server).toMatchObject({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
  });
});

test('an answer that nobody reads does not stay for ever', async () => {
  const socket = await client('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  const open = () =>
    new Promise<number>((resolve) => void server.getConnections((_error, count) => resolve(count)));
  while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
});

/** All that the server says until it ends the connection. */
async function answerTo(words: string, last = ''): Promise<{ head: string; body: string }> {
  const socket = await client(words);
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    said += String(bytes);
    if (said.includes('begun') && last !== '') socket.write(last);
  });
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = said.split('\r\n\r\n');
  return { head, body };
}

const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;

test.each([
  { what: 'what is no request', words: 'nonsense\r\n\r\n', status: 400, title: 'Bad Request' },
  {
    what: 'a broken header',
    words: 'GET / HTTP/1.1\r\nHo st: x\r\n\r\n',
    status: 400,
    title: 'Bad Request',
  },
  { what: 'a broken body', words: `${chunked}zz\r\n`, status: 400, title: 'Bad Request' },
  {
    what: 'headers that do not end',
    words: 'GET / HTTP/1.1\r\nHost: x\r\n',
    status: 408,
    title: 'Request Timeout',
  },
  {
    what: 'a body that never comes',
    words: `${post}Content-Length: 9\r\n\r\n`,
    status: 408,
    title: 'Request Timeout',
  },
  {
    what: 'too many headers',
    words: `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(limits.headerBytes)}\r\n\r\n`,
    status: 431,
    title: 'Request Header Fields Too Large',
  },
  {
    what: 'chunks with too much beside them',
    words: `${chunked}1;${'x'.repeat(20_000)}\r\n`,
    status: 413,
    title: 'Payload Too Large',
  },
])('$what is refused with a problem: $status', async ({ words, status, title }) => {
  const { head, body } = await answerTo(words);
  const [line, ...headers] = head.split('\r\n');
  expect(line).toBe(`HTTP/1.1 ${status} ${title}`);
  const named = new Map(headers.map((one) => one.split(': ', 2) as [string, string]));
  expect(Object.fromEntries(named)).toMatchObject({
    Connection: 'close',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  const problem = JSON.parse(body) as Record<string, unknown>;
  expect(problem).toMatchObject({
    success: false,
    type: 'urn:loadout:problem:invalid',
    title,
    status,
    code: 'INVALID',
    requestId: named.get('X-Request-Id'),
  });
  expect(problem['detail']).toBe(problem['error']);
});

test('an answer that has begun is not written into', async () => {
  const { head, body } = await answerTo(`${chunked.replace('/ ', '/begun ')}`, 'zz\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(body).not.toContain('problem');
});

test('an earlier answer that goes on is not written into, whatever comes behind it', async () => {
  const { head, body } = await answerTo(
    'GET /begun HTTP/1.1\r\nHost: x\r\n\r\n',
    `${chunked}zz\r\nabc\r\n`,
  );
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(body).toBe('5\r\nbegun\r\n');
});

test('a refusal of what comes behind a whole request is not given as the answer to that one', async () => {
  const socket = await client('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  let said = '';
  socket.on('data', (bytes: Buffer) => (said += String(bytes)));
  setTimeout(() => socket.write('nonsense\r\n\r\n'), 100);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(said).toBe('');
});

test('a request behind one that was answered is refused as a first one is', async () => {
  const socket = await client(`${post}Content-Length: 2\r\n\r\nok`);
  let said = '';
  socket.on('data', (bytes: Buffer) => {
    if (said === '') socket.write('nonsense\r\n\r\n');
    said += String(bytes);
  });
  await new Promise((resolve) => socket.once('close', resolve));
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(said).toContain('urn:loadout:problem:invalid');
});

test('a client that is gone before it is answered ends nothing', async () => {
  for (let index = 0; index < 20; index += 1) (await client('nonsense\r\n\r\n')).resetAndDestroy();
  expect((await answerTo('nonsense\r\n\r\n')).head).toMatch(/^HTTP\/1\.1 400 /);
});

test('an expectation that nobody knows is passed over', async () => {
  const { head } = await answerTo(
    `${post}Expect: tea\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok`,
  );
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
});
