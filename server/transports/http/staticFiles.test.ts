import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

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

test.each(['/index.html', '/build.json', '/assets/main-abc.js.br', '/assets/other.js'])(
  '%s is nobody’s to read',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test.each(['/locales/de/common.json', '/assets/%E0.js', '/nothing.here'])(
  'an answer that refuses %s has a number to ask about',
  async (path) => {
    const { status, headers, bytes } = await get(path);
    const body = bytes.toString();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
    if (body.startsWith('{')) {
      expect(JSON.parse(body)).toMatchObject({ requestId: headers['x-request-id'] });
    }
  },
);

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

test('the disk is asked for no file of another door', async () => {
  const stat = jest.spyOn(fs, 'stat');
  await get('/api/v1/knowledge/search');
  await get('/dashboard');
  expect(stat).not.toHaveBeenCalled();
  await get('/assets/none.js');
  expect(stat).toHaveBeenCalled();
  stat.mockRestore();
});

test.each(['/%61ssets/main-abc.js', '/ass%65ts/main-abc.js', '/assets%2Fmain-abc.js'])(
  'a path that is written otherwise leads to the same file: %s',
  async (path) => {
    const { status, bytes } = await get(path);
    expect([status, bytes.toString()]).toEqual([200, script]);
  },
);
