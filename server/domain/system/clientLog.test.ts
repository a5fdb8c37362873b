import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../limits.ts';
import { recordFigure } from '../../testing/figures.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loadout-log-'));
  app = await startTestApp({ env: { DATA_DIR: dataDir } });
});

afterAll(() => app.close());

const entry = (changes: Record<string, unknown> = {}) => ({
  entry: 'Something broke',
  level: 'error',
  source: 'window',
  timestamp: '2026-10-01T09:30:00.000Z',
  ...changes,
});

const lines = (): Record<string, unknown>[] =>
  readFileSync(join(dataDir, 'logs', 'client.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const send = (body: unknown) => app.visitor().call('POST', '/api/v1/logs', body);

describe('POST /api/v1/logs', () => {
  test('one request is one line, whatever it holds', async () => {
    const { status, body } = await send(
      entry({ entry: 'two\nlines\r\n{"level":"fatal"}', metadata: { route: '/dashboard' } }),
    );
    expect([status, body]).toEqual([200, { success: true }]);
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      level: 'error',
      metadata: { route: '/dashboard' },
      userId: null,
    });
  });

  test('tokens and codes never reach the file', async () => {
    await send(
      entry({
        entry: 'GET /auth/direct-access?token=canary-1&x=1 Authorization: Bearer canary-2',
        metadata: {
          url: 'https://x/oauth/google/callback?code=canary-3&state=canary-4',
          token: 'canary-5',
        },
      }),
    );
    expect(JSON.stringify(lines())).not.toContain('canary');
  });

  test.each(['error', 'warn', 'info', 'debug', 'temp'])('the level %s is taken', async (level) => {
    expect((await send(entry({ level }))).status).toBe(200);
  });

  test('an unknown level, a missing entry and an unknown member are refused', async () => {
    expect((await send(entry({ level: 'fatal' }))).status).toBe(400);
    expect((await send({ ...entry(), entry: undefined })).status).toBe(400);
    expect((await send(entry({ admin: true }))).status).toBe(400);
  });

  test('16 kB are taken, one byte more is refused', async () => {
    expect((await send(entry({ entry: 'x'.repeat(16_384) }))).status).toBe(200);
    const { status, body } = await send(entry({ entry: 'x'.repeat(16_385) }));
    expect([status, body['code']]).toEqual([400, 'INVALID']);
  });

  test('metadata deeper than ten levels is refused', async () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
    expect((await send(entry({ metadata: nested(10) }))).status).toBe(200);
    expect((await send(entry({ metadata: nested(11) }))).status).toBe(400);
  });
});

test('T6: whatever is sent, one request is one line of JSON', async () => {
  const breaks = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u001b[2J'];
  const forged = '{"level":"fatal","entry":"forged"}';
  const before = lines().length;
  let sent = 0;
  for (const one of breaks) {
    const evil = `x${one}${forged}${one}`;
    for (const body of [
      entry({ entry: evil }),
      entry({ source: evil }),
      entry({ metadata: { [evil]: evil, nested: { list: [evil] } } }),
    ]) {
      const { status } = await send(body);
      expect([200, 400]).toContain(status);
      if (status === 200) sent += 1;
    }
  }
  const written = lines().slice(before);
  const extra = written.length - sent;
  const fatal = written.filter(({ level }) => level === 'fatal').length;
  recordFigure({
    promise: 'T6',
    figure: `lines too many, or forged, after ${sent} entries with line breaks`,
    target: '0',
    measured: extra + fatal,
    holds: extra + fatal === 0,
  });
  expect(sent).toBeGreaterThan(10);
  expect({ extra, fatal }).toEqual({ extra: 0, fatal: 0 });
});

test('T6: a flood is bounded', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'loadout-flood-'));
  const flooded = await startTestApp({ env: { DATA_DIR: directory }, rates: limits.rates });
  const visitor = flooded.visitor();
  const statuses: number[] = [];
  for (let count = 0; count < limits.rates.log.points + 20; count += 1)
    statuses.push((await visitor.call('POST', '/api/v1/logs', entry())).status);
  const refused = statuses.filter((status) => status === 429).length;
  const written = readFileSync(join(directory, 'logs', 'client.log'), 'utf8')
    .trim()
    .split('\n');
  recordFigure({
    promise: 'T6',
    figure: `lines written of ${statuses.length} sent at once (${limits.rates.log.points} a minute)`,
    target: String(limits.rates.log.points),
    measured: written.length,
    holds: written.length === limits.rates.log.points && refused === 20,
  });
  expect(refused).toBe(20);
  expect(written).toHaveLength(limits.rates.log.points);
  await flooded.close();
});
