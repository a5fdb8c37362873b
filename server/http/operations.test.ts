import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type Caller, type TestApp } from '../testing/testApp.ts';
import { pathLabel } from './operations.ts';

const token = 'a-token-of-the-tests';

describe('for operators', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ env: { METRICS_TOKEN: token } });
  });

  afterAll(() => app.close());

  test('/livez and /readyz answer without a sign-in', async () => {
    expect((await app.visitor().call('GET', '/livez')).body).toEqual({ status: 'ok' });
    const ready = await app
      .visitor()
      .call<{ parts: { name: string; state: string }[] }>('GET', '/readyz');
    expect(ready.status).toBe(200);
    expect(ready.body.parts).toContainEqual({ name: 'database', state: 'ok' });
  });

  test('what is off is named to everybody, and why to admins only', async () => {
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

  test('/metrics is for those who bear the token', async () => {
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
      /loadout_http_request_seconds_count\{method="GET",path="page",status="200"\} \d/,
    );
    expect(body.text).toContain('loadout_part_state{part="database"} 1');
    expect(body.text).toContain('loadout_jobs{state="due"} 0');
  });

  test('the dashboard of Grafana shows metrics that there are', async () => {
    const file = join(import.meta.dirname, '../../deploy/grafana.json');
    const { panels } = JSON.parse(readFileSync(file, 'utf8')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const shown = panels
      .flatMap(({ targets = [] }) => targets)
      .flatMap(({ expr }) => expr.match(/loadout_\w+/g) ?? []);
    // Of a replica only those tell who have one; this one is never there.
    const own = await startTestApp({
      env: { METRICS_TOKEN: token, DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/none' },
    });
    await own.visitor().call('GET', '/api/v1/health');
    const { body } = await own
      .visitor()
      .call<{ text: string }>('GET', '/metrics', undefined, { Authorization: `Bearer ${token}` });
    await own.close();
    const given = new Set(body.text.match(/^loadout_\w+/gm));
    expect(shown.length).toBeGreaterThan(4);
    for (const name of shown) expect([name, given.has(name)]).toEqual([name, true]);
  });

  test('/readyz says 503 when the database is gone, while /livez and the process go on', async () => {
    const own = await startTestApp();
    await own.database.db.destroy();
    const ready = await own.visitor().call<{ status: string }>('GET', '/readyz');
    expect([ready.status, ready.body.status]).toEqual([503, 'failing']);
    expect((await own.visitor().call('GET', '/livez')).status).toBe(200);
    await own.close();
  });
});

test.each([
  ['/dashboard', 'page'],
  ['/api/v1/knowledge/42/like', '/api/v1/knowledge/{id}/like'],
  ['/graphql', '/graphql'],
  ['/assets/index-abc.js', '/assets'],
  ['/etc/passwd', 'page'],
])('the path %s counts as %s', (path, label) => {
  expect(pathLabel(path)).toBe(label);
});
