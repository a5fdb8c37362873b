import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from '../../testing/fastCheck.ts';
import { followStream, until } from '../../testing/followStream.ts';
import { startTestApp, cookieOf, type Caller, type TestApp } from '../../testing/testApp.ts';

const token = 'a-token-of-the-tests';

describe('for operators', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ env: { METRICS_TOKEN: token } });
  });

  afterAll(() => app.close());

  test('names failing parts to everybody, and reasons to admins only', async () => {
    type Part = { name: string; state: string; detail: string | null };
    const partsFor = async (caller: Caller) =>
      (await caller.call<{ parts: Part[] }>('GET', '/api/v1/health')).body.parts;
    const shown = await partsFor(app.visitor());
    expect(shown).toContainEqual({ name: 'mail', state: 'off', detail: null });
    expect(shown.filter(({ detail }) => detail !== null)).toEqual([]);
    expect((await partsFor(await app.signedIn())).filter(({ detail }) => detail)).toEqual([]);
    expect(await partsFor(await app.signedIn({ isAdmin: true }))).toContainEqual({
      name: 'mail',
      state: 'off',
      detail: expect.stringMatching(/mail/i),
    });
  });

  test('/metrics requires the token', async () => {
    await app.visitor().call('GET', '/livez');
    const wrong = await app
      .visitor()
      .call('GET', '/metrics', undefined, { Authorization: 'Bearer wrong' });
    expect([(await app.visitor().call('GET', '/metrics')).status, wrong.status]).toEqual([
      401, 401,
    ]);
    const { status, body } = await app
      .visitor()
      .call<{ text: string }>('GET', '/metrics', undefined, { Authorization: `Bearer ${token}` });
    expect(status).toBe(200);
    expect(body.text).toMatch(
      /loadout_http_request_seconds_count\{method="GET",path="\/livez",status="200"\} \d/,
    );
    expect(body.text).toContain('loadout_part_state{part="database"} 1');
    expect(body.text).toContain('loadout_jobs{state="due"} 0');
  });

  test('the Grafana dashboard uses existing metrics', async () => {
    const file = join(import.meta.dirname, '../../../deploy/grafana.json');
    const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const shown = panels
      .flatMap(({ targets = [] }) => targets)
      .flatMap(({ expr }) => expr.match(/loadout_\w+/g) ?? []);
    await app.visitor().call('GET', '/api/v1/health');
    const { body } = await app
      .visitor()
      .call<{ text: string }>('GET', '/metrics', undefined, { Authorization: `Bearer ${token}` });
    const given = new Set(body.text.match(/^loadout_\w+/gm));
    expect(shown.length).toBeGreaterThan(4);
    for (const name of shown) expect([name, given.has(name)]).toEqual([name, true]);
  });

  test('/readyz does not wait for external services', async () => {
    const asked = Promise.withResolvers<void>();
    const google = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
    await once(google, 'listening');
    const own = await startTestApp({
      env: {
        GOOGLE_ISSUER: `http://127.0.0.1:${(google.address() as AddressInfo).port}`,
        GOOGLE_CLIENT_ID: 'someone',
        GOOGLE_CLIENT_SECRET: 'something',
      },
    });
    const whole = own.services.health.check();
    await asked.promise;
    const ready = await own.visitor().call<{ parts: { name: string }[] }>('GET', '/readyz');
    google.closeAllConnections();
    google.close();
    const { parts } = await whole;
    await own.close();
    expect(ready.status).toBe(200);
    expect(ready.body.parts.map(({ name }) => name)).not.toContain('google');
    expect(parts).toContainEqual(expect.objectContaining({ name: 'google', state: 'failing' }));
  });

  test('/readyz answers 503 without the database, while /livez and the process continue', async () => {
    const own = await startTestApp();
    await own.database.db.destroy();
    const ready = await own.visitor().call<{ status: string }>('GET', '/readyz');
    expect([ready.status, ready.body.status]).toEqual([503, 'failing']);
    expect((await own.visitor().call('GET', '/livez')).status).toBe(200);
    await own.close();
  });
});

describe('labels of metrics', () => {
  const clientDirectory = mkdtempSync(join(tmpdir(), 'loadout-client-'));
  let app: TestApp;

  beforeAll(async () => {
    writeFileSync(join(clientDirectory, 'index.html'), '<html lang="ru"><!--boot--></html>');
    app = await startTestApp({
      env: { METRICS_TOKEN: token },
      clientDirectory,
      stream: { lifeMs: 50 },
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(clientDirectory, { recursive: true });
  });

  const metrics = async (): Promise<string> => {
    const { body } = await app
      .visitor()
      .call<{ text: string }>('GET', '/metrics', undefined, { Authorization: `Bearer ${token}` });
    return body.text;
  };
  const labels = async (): Promise<Set<string>> =>
    new Set((await metrics()).match(/(?<=_seconds_count\{[^}]*path=")[^"]*/g));

  test('do not count a long stream as a slow answer', async () => {
    const path = '/api/v1/notifications/stream';
    const person = await app.signedIn();
    const cookie = cookieOf(person);
    const stream = await followStream(app.url + path, { Cookie: cookie });
    await until(stream.isOver);
    await app.visitor().call('GET', path);
    const counted = (await metrics())
      .split('\n')
      .filter((line) => line.includes('_seconds_count') && line.includes(path));
    expect(counted).toEqual([expect.stringContaining('status="401"')]);
  });

  test('are the pattern of the path', async () => {
    for (const [method, path, label] of [
      ['GET', '/dashboard', 'page'],
      ['PATCH', '/api/v1/knowledge/42/like', '/api/v1/knowledge/{id}/like'],
      ['POST', '/graphql', '/graphql'],
      ['GET', '/assets/index-abc.js', '/assets'],
      ['GET', '/locales/ru/common.json', '/locales/{language}/{namespace}.json'],
      ['GET', '/etc/passwd.txt', 'other'],
    ] as const) {
      await app.visitor().call(method, path);
      expect(await labels()).toContain(label);
    }
  });

  test('are not created by random paths', async () => {
    // Creates the labels of existing paths first.
    for (const path of [
      '/nothing/here.txt',
      '/metrics',
      '/graphql',
      '/assets/a.js',
      '/api/v1/knowledge',
    ])
      await app.visitor().call('GET', path);
    const before = await labels();
    const part = fc.oneof(
      fc.constantFrom('api', 'v1', 'graphql', 'auth', 'knowledge', 'assets', 'use-cases', 'a.b'),
      fc.stringMatching(/^[a-z-]{1,30}$/),
      fc.webSegment(),
    );
    const paths = fc.sample(fc.array(part, { minLength: 1, maxLength: 6 }), 150);
    for (const parts of paths) await app.visitor().call('GET', `/${parts.join('/')}`);
    const more = [...(await labels())].filter((label) => !before.has(label) && label !== 'page');
    expect(more).toEqual([]);
  });
});
