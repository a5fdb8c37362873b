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

describe('distinguishes working, missing and uncheckable links', () => {
  const [works, missing] = [{ kind: 'ok' }, { kind: 'failing' }];
  const unchecked = (status: string) => ({ kind: 'blocked', status });
  const silent = (status: string) => ({ kind: 'unreachable', status });
  const redirecting =
    (location: string, status = 302): Handler =>
    ({ url }, response) =>
      url === '/'
        ? void response.writeHead(status, { location }).end()
        : void response.writeHead(url === '/found' ? 200 : 404).end();
  const onlyGet =
    (refuse: Handler): Handler =>
    (request, response) =>
      request.method === 'GET' ? void response.writeHead(200).end('x') : refuse(request, response);
  /** Sends raw bytes that node:http would not write. */
  const raw =
    (text: string): Handler =>
    ({ socket }) =>
      void socket.end(text);

  const guards = [
    401, 402, 403, 405, 406, 418, 429, 451, 500, 501, 502, 503, 504, 520, 525, 530, 999,
  ];
  test.each<[string, Handler, object]>([
    ['a page', answering(200), works],
    ['a page without content', answering(204), works],
    ['a missing page', answering(404), missing],
    ['a removed page', answering(410), missing],
    ...guards.map((status): [string, Handler, object] => [
      `status ${status}`,
      answering(status),
      unchecked(String(status)),
    ]),
    ['a challenge', answering(404, { 'cf-mitigated': 'challenge' }), unchecked('challenge')],
    ['a site that answers GET alone with a page', onlyGet(answering(404)), works],
    ['a site that hangs', () => undefined, silent('ETIMEDOUT')],
    ['a site that hangs up', ({ socket }) => void socket.destroy(), silent('ECONNRESET')],
    ['a relative redirect', redirecting('found'), works],
    [
      'a redirect without scheme',
      (request, response) => redirecting(`//127.0.0.1:${port}/found`)(request, response),
      works,
    ],
    ['a permanent redirect to a missing page', redirecting('/lost', 308), missing],
    ['a redirect to itself', redirecting('/'), unchecked('too many redirects')],
    ['a redirect to nowhere', answering(302), unchecked('302')],
    [
      'a redirect that cannot be read',
      redirecting('http://[wrong/'),
      unchecked('unreadable redirect'),
    ],
    ['a redirect to an application', redirecting('shop:item/1'), unchecked('not public')],
    ['headers of 100 kB', answering(200, { 'x-large': 'x'.repeat(100_000) }), works],
    [
      'headers of 400 kB',
      answering(200, { 'x-large': 'x'.repeat(400_000) }),
      unchecked('HPE_HEADER_OVERFLOW'),
    ],
    [
      'a change of protocol',
      raw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
      silent('no answer'),
    ],
    ['no HTTP at all', raw('220 mail.example ready\r\n'), unchecked('HPE_INVALID_CONSTANT')],
    [
      'a broken header',
      raw('HTTP/1.1 200 OK\r\nno colon here\r\n\r\n'),
      unchecked('HPE_INVALID_HEADER_TOKEN'),
    ],
  ])('%s', async (_what, behaviour, expected) => {
    handler = behaviour;
    const answer = await checker({ answerMs: 300, totalMs: 2_000 }).check(`${origin}/`, signal);
    expect(answer).toMatchObject(expected);
  });
});

test('follows a redirect whose address is sent in UTF-8', async () => {
  const path = '/каталог голосов?вид=новые';
  handler = ({ url }, response) => {
    const location = Buffer.from(path).toString('latin1');
    if (url === '/') response.writeHead(301, { location }).end();
    else response.writeHead(url === encodeURI(path) ? 200 : 404).end();
  };
  expect(await checker().check(`${origin}/`, signal)).toEqual({
    kind: 'ok',
    status: '200',
    movedTo: origin + encodeURI(path),
  });
});

test.each([
  ['a page to sign in', (asked: string) => `/enter?to=${encodeURIComponent(asked)}`],
  ['a page to agree to cookies', () => '/cookies?lang=en&back=%2Ftool%3Ftab%3D1'],
  ['an address with a password', () => `http://me:secret@127.0.0.1:${port}/found`],
])('%s is no new address of a page', async (_what, target) => {
  handler = ({ url }, response) =>
    void response
      .writeHead(url === '/tool' ? 302 : 200, { location: target(`${origin}/tool`) })
      .end();
  expect(await checker().check(`${origin}/tool`, signal)).toEqual({ kind: 'ok', status: '200' });
});

test('keeps cookies during the redirects of one check', async () => {
  handler = ({ headers }, response) => {
    if (headers.cookie === 'a=1; b=x%2Fy') response.writeHead(200).end();
    else response.writeHead(302, { location: '/', 'set-cookie': ['a=1; Path=/', 'b=x%2Fy'] }).end();
  };
  expect(await checker().check(`${origin}/`, signal)).toEqual({ kind: 'ok', status: '200' });
  expect(seen).toHaveLength(2);
});

test.each([
  ['120', 120_000],
  [() => new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  ['99999999', 7 * 86_400_000],
])('returns the requested waiting time: %s', async (value, ms) => {
  handler = answering(503, { 'retry-after': typeof value === 'string' ? value : value() });
  const answer = await checker().check(`${origin}/`, signal);
  expect(answer).toMatchObject({ kind: 'blocked', status: '503' });
  const { retryAfterMs = 0 } = answer as { retryAfterMs?: number };
  expect(Math.abs(retryAfterMs - ms)).toBeLessThan(60_000);
});

test('follows redirects up to a limit and returns their end', async () => {
  handler = (request, response) => {
    const left = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
    else response.writeHead(200).end();
  };
  expect(await checker().check(`${origin}/5`, signal)).toMatchObject({ movedTo: `${origin}/0` });
  expect(await checker().check(`${origin}/6`, signal)).toMatchObject({ kind: 'blocked' });
});

test('an endless page is not read', async () => {
  let sent = 0;
  handler = (_request, response) => {
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

test('reports an unreachable host', async () => {
  const answer = await createLinkChecker({ allow: [{ host: '127.0.0.1', port: 1 }] }).check(
    'http://127.0.0.1:1/',
    signal,
  );
  expect(answer).toEqual({ kind: 'unreachable', status: 'ECONNREFUSED' });
});

describe('a non-public address is not opened', () => {
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
    expect(seen).toEqual(['GET /']);
  });
});

test('an aborted check rejects with its reason', async () => {
  handler = () => undefined;
  const controller = new AbortController();
  const checked = checker().check(`${origin}/`, controller.signal);
  controller.abort(new Error('closing'));
  await expect(checked).rejects.toThrow('closing');
});
