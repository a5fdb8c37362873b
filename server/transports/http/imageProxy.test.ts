import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { anItem } from '../../testing/builders.ts';
import {
  startTestApp,
  cookieOf,
  tokenOf,
  type Caller,
  type TestApp,
} from '../../testing/testApp.ts';

let app: TestApp;
let host: Server;
let port: number;
let person: Caller;
/** Connections that reached an address which must never be connected to. */
let canary: Server;
let canaryConnections = 0;
/** Headers that the host received, newest last. */
const received: Record<string, string | string[] | undefined>[] = [];

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  const picture = await sharp({
    create: { width: 400, height: 400, channels: 3, background: '#0A6B58' },
  })
    .png()
    .toBuffer();
  const redirectTo = (address: string) => (response: ServerResponse) =>
    response.writeHead(302, { Location: address }).end();
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/picture.png': (response) => response.setHeader('Content-Type', 'image/png').end(picture),
    '/large-in-bytes.png': (response) => response.end(Buffer.alloc(5_000_001)),
    '/gone.png': (response) => response.writeHead(410).end(),
    '/busy.png': (response) => response.writeHead(429, { 'Retry-After': '7' }).end(),
    '/empty.png': (response) => response.end(),
    '/drawing.svg': (response) =>
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
    '/half.png': (response) => response.end(picture.subarray(0, picture.length / 2)),
    '/redirect': redirectTo('/picture.png'),
    '/redirect-inside': (response) => redirectTo(`http://127.0.0.1:${portOf(canary)}/`)(response),
    '/loop': redirectTo('/loop'),
  };
  host = createServer((request, response) => {
    received.push(request.headers);
    const answer = answers[request.url?.split('?')[0] ?? ''];
    if (answer) answer(response);
    else response.writeHead(500).end();
  });
  canary = createServer((_request, response) => response.end(picture));
  canary.on('connection', () => {
    canaryConnections += 1;
  });
  for (const server of [host, canary]) await once(server.listen(0, '127.0.0.1'), 'listening');
  port = portOf(host);
  app = await startTestApp({ env: { IMAGE_PROXY_ALLOW: `127.0.0.1:${port}` } });
  person = await app.signedIn();
});

afterAll(async () => {
  await app.close();
  host.close();
  canary.close();
});

const known = async (path: string): Promise<string> => {
  const url = path.startsWith('http') ? path : `http://127.0.0.1:${port}${path}`;
  await anItem(app.database.db, { imageUrl: url });
  return url;
};

const read = (url: string, caller: Caller = person) =>
  caller.call('GET', `/api/v1/proxy/image?url=${encodeURIComponent(url)}`);

describe('the image proxy', () => {
  test('returns a known picture as WebP in card size, cached for 24 hours', async () => {
    const url = await known('/picture.png');
    const cookie = cookieOf(person);
    const answer = await fetch(`${app.url}/api/v1/proxy/image?url=${encodeURIComponent(url)}`, {
      headers: { cookie },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400');
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const { width, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect({ width, format }).toEqual({ width: 208, format: 'webp' });
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(answer.url, {
      headers: { cookie, 'if-none-match': etag, 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  test('returns a picture of the demo without a connection, under the same rules', async () => {
    const url = 'https://pictures.loadout.example/voice-1.png';
    expect((await read(url)).status).toBe(404);
    const answer = await read(await known(url));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('hides the picture of a hidden item from users, not from admins', async () => {
    const url = `http://127.0.0.1:${port}/redirect`;
    await anItem(app.database.db, { imageUrl: url, adminVisibility: 'hidden' });
    expect((await read(url)).status).toBe(404);
    expect((await read(url, await app.signedIn({ isAdmin: true }))).status).toBe(200);
  });

  test('shows both pictures of an open inconsistency to admins only, until it is resolved', async () => {
    const { db } = app.database;
    const item = await anItem(db);
    const [before, after] = ['/picture.png?before', '/picture.png?after'].map(
      (path) => `http://127.0.0.1:${port}${path}`,
    ) as [string, string];
    await db('inconsistencies').insert({
      item_id: item.id,
      type: 'image_url_changed',
      old_value: JSON.stringify(before),
      new_value: JSON.stringify(after),
    });
    const admin = await app.signedIn({ isAdmin: true });
    const statuses = async (who: Caller) => [
      (await read(before, who)).status,
      (await read(after, who)).status,
    ];
    expect(await statuses(admin)).toEqual([200, 200]);
    expect(await statuses(person)).toEqual([404, 404]);
    await db('inconsistencies').update({ status: 'ignored' });
    expect(await statuses(admin)).toEqual([404, 404]);
  });

  test('refuses a missing, empty or unstorable address', async () => {
    expect((await person.call('GET', '/api/v1/proxy/image')).status).toBe(400);
    for (const url of ['', '%00https://example.com/']) {
      const { status, body } = await person.call('GET', `/api/v1/proxy/image?url=${url}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'INVALID', errors: [{ path: 'url' }] });
    }
  });

  test('answers 410 for a missing picture, and 429 with Retry-After for a busy host', async () => {
    const gone = await read(await known('/gone.png'));
    const busy = await read(await known('/busy.png'));
    const empty = await read(await known('/empty.png'));
    expect([gone.status, busy.status, busy.headers.get('retry-after'), empty.status]).toEqual([
      410,
      429,
      '7',
      503,
    ]);
  });

  test('never returns anything but a picture of a valid size', async () => {
    for (const path of ['/drawing.svg', '/half.png', '/large-in-bytes.png', '/loop', '/broken'])
      expect({ path, status: (await read(await known(path))).status }).toEqual({
        path,
        status: 503,
      });
  });

  test('answers 503 for a non-public address, and for a redirect to one (imageFetcher.test.ts covers all)', async () => {
    const statuses = [];
    for (const url of [
      `http://127.0.0.1:${portOf(canary)}/`,
      'http://10.0.0.1/',
      'file:///etc/passwd',
      await known('/redirect-inside'),
    ]) {
      await anItem(app.database.db, { imageUrl: url });
      statuses.push((await read(url)).status);
    }
    expect(canaryConnections).toBe(0);
    expect(statuses).toEqual([503, 503, 503, 503]);
  });

  test('sends no cookie and no data of the person', async () => {
    await read(await known('/picture.png?fresh'));
    const sent = JSON.stringify(received.at(-1));
    expect(sent).not.toMatch(/cookie|authorization|referer|x-forwarded|origin/i);
  });

  test('fetches only known addresses, in any spelling', async () => {
    const base = await known('/picture.png');
    const before = received.length;
    const near = [
      `${base}?`,
      `${base}#x`,
      `${base}/`,
      base.replace('/picture', '/./picture'),
      base.toUpperCase(),
      `${base}%00`,
      `http://127.0.0.1:${port}/unknown.png`,
      'https://example.com/',
    ];
    const statuses = [];
    for (const url of near) statuses.push((await read(url)).status);
    const fetched = received.length - before;
    expect(statuses).toEqual(near.map(() => 404));
    expect(fetched).toBe(0);
  });
});

test('applies the scope of a token, not the rights of its creator', async () => {
  const admin = await app.signedIn({ isAdmin: true });
  const item = await anItem(app.database.db);
  const url = `http://127.0.0.1:${port}/picture.png?decided=${item.id}`;
  await app.database.db('inconsistencies').insert({
    item_id: item.id,
    type: 'image_url_changed',
    old_value: JSON.stringify(null),
    new_value: JSON.stringify(url),
  });
  const statuses: Record<string, number> = {};
  for (const scope of ['read', 'write', 'admin'] as const) {
    const { token } = await tokenOf(admin, scope);
    const { status } = await app
      .visitor()
      .call('GET', `/api/v1/proxy/image?url=${encodeURIComponent(url)}`, undefined, {
        Authorization: `Bearer ${token}`,
      });
    statuses[scope] = status;
  }
  expect(statuses).toEqual({ read: 404, write: 404, admin: 200 });
});
