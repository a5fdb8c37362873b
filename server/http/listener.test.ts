// The clocks of connections, with short limits: whoever drips, waits or does not listen is sent away soon after the limit.
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
  stillMs: 400,
};
/** Node waits one second longer than it was told, so that a client's next request is not lost. */
const keepAliveBufferMs = 1_000;
/** For a machine that is busy. */
const slackMs = 3_000;

let server: Server;
let sockets: Socket[] = [];
beforeAll(async () => {
  server = createListener(limits);
  server.on('request', (request, response) => {
    if (request.url === '/large') response.end('x'.repeat(50_000_000));
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

/** Milliseconds until the server has ended the connection; a byte is sent every 100 ms meanwhile. */
async function heldFor(socket: Socket, isDripping: boolean): Promise<number> {
  const begun = performance.now();
  socket.resume();
  const drip = setInterval(() => {
    if (isDripping) socket.write('x');
  }, 100);
  // The server may end it by a reset, which is an end too.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  return performance.now() - begun;
}

const post = 'POST / HTTP/1.1\r\nHost: x\r\n';

test.each([
  ['headers that drip', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', true, limits.headersMs],
  ['no word at all', '', false, limits.headersMs],
  ['a body that drips', `${post}Content-Length: 5000\r\n\r\n`, true, limits.requestMs],
  ['a body that never comes', `${post}Content-Length: 5000\r\n\r\n`, false, limits.requestMs],
  [
    'nothing after an answer',
    `${post}Content-Length: 0\r\n\r\n`,
    false,
    limits.keepAliveMs + keepAliveBufferMs,
  ],
])('%s: the connection ends soon after its limit', async (_what, words, isDripping, limitMs) => {
  const held = await heldFor(await client(words), isDripping);
  expect(held).toBeLessThan(limitMs + limits.lookMs + slackMs);
});

test('an answer that nobody reads does not stay for ever', async () => {
  const socket = await client('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  const open = () =>
    new Promise<number>((resolve) => void server.getConnections((_error, count) => resolve(count)));
  const begun = performance.now();
  while ((await open()) > 0 && performance.now() - begun < 15_000)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await open()).toBe(0);
});
