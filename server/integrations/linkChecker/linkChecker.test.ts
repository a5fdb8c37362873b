import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLinkChecker } from './linkChecker.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: Handler;
const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  handler(request, response);
});
let origin = '';
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
beforeEach(() => {
  seen.length = 0;
});

const signal = new AbortController().signal;
const checker = (options: { totalMs?: number; answerMs?: number } = {}) =>
  createLinkChecker({ allow: [{ host: '127.0.0.1', port }], ...options });
const answering =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(status, headers).end();

test.each([
  [200, 'ok'],
  [404, 'failing'],
  [403, 'blocked'],
  [500, 'failing'],
])('%i is %s', async (status, kind) => {
  handler = answering(status);
  expect(await checker().check(`${origin}/page`, signal)).toEqual({ kind, status: String(status) });
  // Only an answer that finds fault costs a second call.
  expect(seen).toEqual(status === 200 ? ['HEAD /page'] : ['HEAD /page', 'GET /page']);
});

test('GET decides where HEAD is answered wrongly', async () => {
  handler = (request, response) =>
    void response.writeHead(request.method === 'HEAD' ? 405 : 200).end();
  expect(await checker().check(`${origin}/`, signal)).toEqual({ kind: 'ok', status: '200' });
});

test('GET decides where HEAD drops the line', async () => {
  handler = (request, response) => {
    if (request.method === 'HEAD') request.socket.destroy();
    else response.writeHead(200).end('here');
  };
  expect(await checker().check(`${origin}/`, signal)).toEqual({ kind: 'ok', status: '200' });
});

test('redirects are followed, but not for ever; where they ended is told', async () => {
  handler = (request, response) => {
    const left = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
    else response.writeHead(200).end();
  };
  expect(await checker().check(`${origin}/5`, signal)).toEqual({
    kind: 'ok',
    status: '200',
    movedTo: `${origin}/0`,
  });
  expect(await checker().check(`${origin}/6`, signal)).toEqual({
    kind: 'failing',
    status: 'too many redirects',
  });
});

test('an endless page is not read', async () => {
  let sent = 0;
  handler = (request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(404).end();
    response.writeHead(200);
    const timer = setInterval(() => {
      sent += 1;
      response.write('x'.repeat(1_000));
    }, 5);
    response.once('close', () => clearInterval(timer));
  };
  expect(await checker().check(`${origin}/`, signal)).toMatchObject({ kind: 'ok' });
  const before = sent;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(sent - before).toBeLessThanOrEqual(2);
});

test('who does not answer in time is unreachable', async () => {
  handler = () => undefined;
  const answer = await checker({ answerMs: 100, totalMs: 300 }).check(`${origin}/`, signal);
  expect(answer).toEqual({ kind: 'unreachable', status: 'ETIMEDOUT' });
});

test('nobody at the other end is unreachable', async () => {
  const answer = await createLinkChecker({ allow: [{ host: '127.0.0.1', port: 1 }] }).check(
    'http://127.0.0.1:1/',
    signal,
  );
  expect(answer).toEqual({ kind: 'unreachable', status: 'ECONNREFUSED' });
});

describe('an address that is not public is not opened', () => {
  it.each([
    ['itself', () => `http://localhost:${port}/`],
    ['in numbers', () => 'http://169.254.169.254/latest/meta-data'],
    ['in other letters', () => 'http://[::1]/'],
    ['another port of an allowed host', () => 'http://127.0.0.1:2/'],
  ])('%s', async (_what, address) => {
    handler = answering(200);
    expect(await checker().check(address(), signal)).toEqual({
      kind: 'blocked',
      status: 'not public',
    });
    expect(seen).toEqual([]);
  });

  it('after a redirect', async () => {
    handler = answering(302, { location: `http://localhost:${port}/inside` });
    expect(await checker().check(`${origin}/`, signal)).toEqual({
      kind: 'blocked',
      status: 'not public',
    });
    expect(seen).toEqual(['HEAD /']);
  });

  it('nor is one of another kind', async () => {
    handler = answering(302, { location: 'file:///etc/passwd' });
    expect(await checker().check(`${origin}/`, signal)).toEqual({
      kind: 'blocked',
      status: 'not public',
    });
  });
});

test('an aborted check rejects with its reason', async () => {
  handler = () => undefined;
  const controller = new AbortController();
  const checked = checker().check(`${origin}/`, controller.signal);
  controller.abort(new Error('closing'));
  await expect(checked).rejects.toThrow('closing');
});
