import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
