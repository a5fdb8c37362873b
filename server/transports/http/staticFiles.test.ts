// Files of the built client, and spellings of paths that are not ours (Z6).
import { jest } from '@jest/globals';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fc from '../../testing/fastCheck.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { looksLikeApi } from './rejectNonCanonicalPaths.ts';

const script = `console.log(${JSON.stringify('x'.repeat(2000))});`;
let app: TestApp;
let built: string;

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'loadout-static-'));
  for (const folder of ['assets', 'media']) mkdirSync(join(built, folder));
  writeFileSync(join(built, 'index.html'), '<html lang="ru"><!--boot--></html>');
  writeFileSync(join(built, 'build.json'), '{"build":"secret-to-nobody"}');
  writeFileSync(join(built, 'favicon.svg'), '<svg/>');
  writeFileSync(join(built, 'media/splash.webm'), Buffer.alloc(5_000, 7));
  writeFileSync(join(built, 'assets/main-abc.js'), script);
  writeFileSync(join(built, 'assets/main-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(built, 'assets/main-abc.js.gz'), gzipSync(script));
  app = await startTestApp({ clientDirectory: built });
});

afterAll(async () => {
  await app.close();
  rmSync(built, { recursive: true, force: true });
});

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** As it travels: fetch would unpack it. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Raw> =>
  new Promise((resolve, reject) => {
    request(app.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .once('error', reject)
      .end();
  });

const day = 86_400;

test('a hashed file is kept for ever, and travels as it was packed by the build', async () => {
  const brotli = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringContaining('Accept-Encoding'),
  });
  expect(brotli.headers['content-type']).toMatch(/^text\/javascript/);
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script);
  const gzip = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(gzip.bytes).toString()).toBe(script);
  const plain = await get('/assets/main-abc.js');
  expect([plain.headers['content-encoding'], plain.bytes.toString()]).toEqual([undefined, script]);
});

test('films and pictures are kept for a week, shown while they are asked for again, and not sent twice', async () => {
  const first = await get('/media/splash.webm');
  expect(first.headers['cache-control']).toBe(
    `public, max-age=${7 * day}, stale-while-revalidate=${30 * day}`,
  );
  const again = await get('/media/splash.webm', { 'if-none-match': String(first.headers['etag']) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('a film is read in parts', async () => {
  const part = await get('/media/splash.webm', { range: 'bytes=0-99' });
  expect([part.status, part.bytes.length]).toEqual([206, 100]);
});

test('an icon is kept for a day', async () => {
  expect((await get('/favicon.svg')).headers['cache-control']).toMatch(/max-age=86400\b/);
});

test('files of the build itself and unknown ones are nobody’s to read', async () => {
  for (const path of ['/index.html', '/build.json', '/assets/main-abc.js.br', '/assets/other.js'])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
});

test('a refusal has a number to ask about', async () => {
  for (const path of ['/locales/de/common.json', '/assets/%E0.js', '/nothing.here']) {
    const { status, headers, bytes } = await get(path);
    const body = bytes.toString();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
    if (body.startsWith('{'))
      expect(JSON.parse(body)).toMatchObject({ requestId: headers['x-request-id'] });
  }
});

test('words of a named build are kept for seven days, words of no build are asked for each time', async () => {
  const named = await get('/locales/ru/common.json?v=abc');
  expect(named.headers['cache-control']).toBe(
    `public, max-age=${7 * day}, stale-while-revalidate=${7 * day}`,
  );
  expect((await get('/locales/ru/common.json')).headers['cache-control']).toBe('no-cache');
});

test('the page itself is never kept, so that a new release is seen at once', async () => {
  expect((await get('/login')).headers['cache-control']).toBe('no-store');
});

test('the disk is asked for no file of another path', async () => {
  const stat = jest.spyOn(fs, 'stat');
  await get('/api/v1/knowledge/search');
  await get('/dashboard');
  expect(stat).not.toHaveBeenCalled();
  await get('/assets/none.js');
  expect(stat).toHaveBeenCalled();
  stat.mockRestore();
});

test('a path that is written otherwise leads to the same file', async () => {
  for (const path of ['/%61ssets/main-abc.js', '/assets%2Fmain-abc.js']) {
    const { status, bytes } = await get(path);
    expect([status, bytes.toString()]).toEqual([200, script]);
  }
});

/** Sends a path as it stands: a browser would put it straight first. */
const send = (
  method: string,
  path: string,
): Promise<{ status: number; type: string; body: string }> =>
  new Promise((resolve, reject) => {
    const call = request({ port: new URL(app.url).port, method, path }, (response) => {
      void text(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            body,
          }),
        reject,
      );
    });
    call.once('error', reject);
    call.end();
  });

const spellings = [
  '//api/v1/complaints',
  '/API/V1/complaints',
  '/api//v1/complaints',
  '/api./v1/complaints',
  '/api%00/v1/complaints',
  '/%61pi/v1/complaints',
  '/%2561pi/v1/complaints',
  '/api%2Fv1/complaints',
  '/api\\v1\\complaints',
  '/\\api/v1/complaints',
  '/x/../api/v1/complaints',
  '/%2e%2e/api/v1/complaints',
  '/api;x=1/v1/complaints',
  '/%EF%BD%81pi/v1/complaints',
  '/api',
  '/api/v2/complaints',
];

test('another spelling of the API is 404 in JSON; a page is the page', async () => {
  for (const path of spellings)
    for (const method of ['GET', 'POST']) {
      const { status, type, body } = await send(method, path);
      expect({ path, method, status }).toEqual({ path, method, status: 404 });
      expect(type).toContain('application/json');
      expect(JSON.parse(body)).toMatchObject({ success: false, code: 'NOT_FOUND' });
    }
  for (const path of ['/', '/dashboard']) {
    const { status, type } = await send('GET', path);
    expect([status, type.split(';')[0]]).toEqual([200, 'text/html']);
  }
});

test('slashes, letters and encodings in any mixture are seen through', () => {
  const slash = fc.constantFrom('/', '//', '\\', '%2f', '%2F', '%5C', '%252f', '/./', '/x/../');
  const letter = (plain: string) =>
    fc.constantFrom(
      plain,
      plain.toUpperCase(),
      `%${plain.charCodeAt(0).toString(16)}`,
      `%25${plain.charCodeAt(0).toString(16)}`,
    );
  const api = fc.tuple(slash, letter('a'), letter('p'), letter('i'), slash);
  fc.assert(fc.property(api, (parts) => looksLikeApi(`/${parts.join('')}v1/complaints`)));
});

test('a long path made of dots does not look like the API', () => {
  expect(looksLikeApi(`/${'.'.repeat(8_000)}a`)).toBe(false);
});
