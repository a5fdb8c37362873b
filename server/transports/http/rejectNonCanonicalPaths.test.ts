// Z6: a spelling of the API's paths that is not ours is 404 in JSON, whatever the method: no page, and no other right.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from '../../testing/fastCheck.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import { looksLikeApi } from './rejectNonCanonicalPaths.ts';

let app: TestApp;
let client: string;
beforeAll(async () => {
  client = mkdtempSync(join(tmpdir(), 'loadout-odd-'));
  writeFileSync(join(client, 'index.html'), '<html lang="ru"><!--boot--></html>');
  app = await startTestApp({ clientDirectory: client });
});
afterAll(async () => {
  await app.close();
  rmSync(client, { recursive: true, force: true });
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
  '/Api/v1/complaints',
  '/api//v1/complaints',
  '/api/V1/complaints',
  '/api./v1/complaints',
  '/api../v1/complaints',
  '/api%20/v1/complaints',
  '/api%00/v1/complaints',
  '/%61pi/v1/complaints',
  '/%2561pi/v1/complaints',
  '/api%2fv1%2fcomplaints',
  '/api%2Fv1/complaints',
  '/api%5cv1%5ccomplaints',
  '/api\\v1\\complaints',
  '/\\api/v1/complaints',
  '/./api/v1/complaints',
  '/x/../api/v1/complaints',
  '/%2e%2e/api/v1/complaints',
  '/api;x=1/v1/complaints',
  '/%EF%BD%81pi/v1/complaints',
  '/api',
  '/api/',
  '/api/v2/complaints',
];

test.each(spellings)('%s is 404 in JSON', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { status, type, body } = await send(method, path);
    expect({ path, method, status }).toEqual({ path, method, status: 404 });
    expect(type).toContain('application/json');
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'NOT_FOUND' });
  }
});

test.each(['/', '/dashboard'])('%s is the page', async (path) => {
  const { status, type } = await send('GET', path);
  expect([status, type.split(';')[0]]).toEqual([200, 'text/html']);
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
